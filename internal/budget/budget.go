// Package budget limits the bytes that are read from untrusted files. Readers allocate memory for
// the bytes that arrive, never for the size that a header or a file system claims. A limit on bytes
// is therefore also a limit on memory and time.
package budget

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

const (
	// Default is the limit in bytes unless the caller sets one: 4 GiB after decompression, or the
	// maximum int if that is smaller. A text matrix for 25,000 cities is about that large.
	Default int64 = min(4<<30, math.MaxInt)

	// Held is the limit for files that are held in memory as a whole.
	Held = Default / 4

	// Small is the limit for handwritten files.
	Small int64 = 1 << 20

	// ratio is the maximum number of bytes to which one byte of a compressed file may expand.
	// Instances reach a ratio of 50.
	ratio = 200

	// sheetRatio is the same for a part of a workbook.
	sheetRatio = 50

	// unquestioned is the number of unpacked bytes up to which the ratio is not checked, because
	// small files of zeros compress better than any instance.
	unquestioned = 16 << 20
)

// ErrTooLarge is wrapped by errors for files that exceed a limit.
var ErrTooLarge = errors.New("too large")

// A Reader returns an error when more bytes are read than the limit allows.
type Reader struct {
	r      io.Reader
	limit  int64
	read   int64
	packed *Counter // counts the compressed bytes; nil if the ratio is not limited
	ratio  int64
	ended  func() error // reports that the time for reading is over; may be nil
	err    error        // error for the exceeded limit
}

// New returns a reader for at most limit bytes. 0 means Default.
func New(r io.Reader, limit int64) *Reader {
	if limit <= 0 {
		limit = Default
	}
	b := &Reader{r: r, limit: limit, ratio: ratio}
	b.inherit(r)
	return b
}

// Unpacked returns a reader for decompressed bytes. If limit is 0, it also limits the ratio of
// decompressed to compressed bytes. A deadline of the compressed file applies; see [Until].
func Unpacked(r io.Reader, packed *Counter, limit int64) *Reader {
	b := New(r, limit)
	b.inherit(packed.R)
	if limit <= 0 {
		b.packed = packed
	}
	return b
}

// UnpackedSheet is like Unpacked for a part of a workbook. Honest sheets reach a ratio of 20, and
// parsing XML is slow, so the ratio is limited to 50, unless limit exceeds Default. size is the
// unpacked size that the directory of the workbook declares: a part that would exceed a limit is
// rejected before it is read.
func UnpackedSheet(r io.Reader, packed *Counter, size uint64, limit int64) (*Reader, error) {
	b := Unpacked(r, packed, limit)
	if b.ratio = sheetRatio; limit <= Default {
		b.packed = packed
	}
	b.read = int64(min(size, math.MaxInt64))
	err := b.exceeded()
	b.read = 0
	return b, err
}

// Read returns an error when a limit is exceeded.
func (b *Reader) Read(p []byte) (int, error) {
	if b.err == nil && b.ended != nil {
		b.err = b.ended()
	}
	if b.err != nil {
		return 0, b.err
	}
	// Reading one byte beyond the limit distinguishes a file that is too large from one that just
	// fits.
	if room := b.limit - b.read + 1; int64(len(p)) > room {
		p = p[:room]
	}
	n, err := b.r.Read(p)
	b.read += int64(n)
	if b.err = b.exceeded(); b.err != nil {
		return 0, b.err
	}
	return n, err
}

// exceeded returns an error if the bytes read so far exceed a limit.
func (b *Reader) exceeded() error {
	switch {
	case b.read > b.limit:
		return fmt.Errorf("%w: expected at most %s, found more", ErrTooLarge, humanize.Bytes(b.limit))
	case b.packed != nil && b.read > unquestioned && b.read/b.ratio > b.packed.N:
		return fmt.Errorf("%w: %s unpacked from %s, expected at most %d times the compressed size", ErrTooLarge, humanize.Bytes(b.read), humanize.Bytes(b.packed.N), b.ratio)
	}
	return nil
}

// Err returns the error for the exceeded limit, or nil. It is useful because a parser may report a
// different error.
func (b *Reader) Err() error { return b.err }

// Announced returns an error if count elements of the given size would exceed the limit. This
// avoids reading an endless file up to the limit.
func (b *Reader) Announced(count int64, bytes int) error {
	if count > b.limit/int64(bytes) {
		return fmt.Errorf("%w: the file declares %d numbers of %d bytes, expected at most %s", ErrTooLarge, count, bytes, humanize.Bytes(b.limit))
	}
	return nil
}

// Whole returns the limit for a document that is held completely in memory.
func (b *Reader) Whole() int64 { return b.limit / 4 }

// A Counter counts the bytes that are read through it.
type Counter struct {
	R io.Reader
	N int64
}

// Read reads from R and counts the bytes.
func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.R.Read(p)
	c.N += int64(n)
	return n, err
}

// Pieces limits the number of bytes that a parser reads for one piece, such as a row. It is for
// parsers that build an index many times as large as the piece.
type Pieces struct {
	R     io.Reader
	Most  int64  // maximum number of bytes in a piece
	What  string // name of a piece, for messages
	Apart []byte // start of a line that belongs to no piece, such as a comment; may be empty
	n     int64
}

// Next starts a new piece.
func (p *Pieces) Next() { p.n = 0 }

// Read returns an error if the piece is too large.
func (p *Pieces) Read(b []byte) (int, error) {
	if p.n > p.Most {
		return 0, fmt.Errorf("expected at most %s for a single %s, found more", humanize.Bytes(p.Most), p.What)
	}
	n, err := p.R.Read(b)
	p.n += int64(n)
	if p.n > p.Most && len(p.Apart) > 0 && bytes.Contains(b[:n], p.Apart) {
		p.n = 0 // the parser skips such lines without asking for the next piece
	}
	return n, err
}
