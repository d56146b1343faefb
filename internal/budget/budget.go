// Package budget limits what is read from untrusted files. Readers allocate
// by the bytes that arrive, never by what a header or a file system claims, so a limit on
// those bytes is a limit on memory and time.
package budget

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

const (
	// Default is the limit of bytes unless the caller sets another:
	// 4 GiB after decompression, or what an int can count. A matrix of 25,000 cities as
	// text is about that large.
	Default int64 = min(4<<30, math.MaxInt)

	// Small is for files that people write by hand.
	Small int64 = 1 << 20

	// ratio is the maximum number of bytes that one byte of a compressed file may expand to.
	// Instances reach 50.
	ratio = 200

	// unquestioned is how much is unpacked before the ratio counts: small files of zeros
	// compress better than any instance.
	unquestioned = 16 << 20
)

// ErrTooLarge is wrapped by errors for files that exceed a limit set by the caller.
var ErrTooLarge = errors.New("too large")

// A Reader fails once more bytes were read than the limit allows.
type Reader struct {
	r      io.Reader
	limit  int64
	read   int64
	packed *Counter // of the compressed bytes; nil: no ratio to keep
	err    error    // what was exceeded
}

// New returns a reader of at most limit bytes; 0 means Default.
func New(r io.Reader, limit int64) *Reader {
	if limit <= 0 {
		limit = Default
	}
	return &Reader{r: r, limit: limit}
}

// Unpacked returns a reader of decompressed bytes. Without a limit of the caller, it also
// limits the ratio to the compressed bytes.
func Unpacked(r io.Reader, packed *Counter, limit int64) *Reader {
	b := New(r, limit)
	if limit <= 0 {
		b.packed = packed
	}
	return b
}

// Read fails once a limit is exceeded.
func (b *Reader) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	// One byte more than the limit tells a file that is too large from one that just fits.
	if room := b.limit - b.read + 1; int64(len(p)) > room {
		p = p[:room]
	}
	n, err := b.r.Read(p)
	b.read += int64(n)
	switch {
	case b.read > b.limit:
		b.err = fmt.Errorf("%w: expected at most %s, found more", ErrTooLarge, humanize.Bytes(b.limit))
	case b.packed != nil && b.read > unquestioned && b.read/ratio > b.packed.N:
		b.err = fmt.Errorf("%w: %s unpacked from %s, expected at most %d times the compressed size", ErrTooLarge, humanize.Bytes(b.read), humanize.Bytes(b.packed.N), ratio)
	default:
		return n, err
	}
	return 0, b.err
}

// Err returns the error for the exceeded limit, or nil. A parser may report another fault.
func (b *Reader) Err() error { return b.err }

// Announced rejects elements of some bytes each that would exceed the limit, so that an
// endless file is not read up to it.
func (b *Reader) Announced(count int64, bytes int) error {
	if count > b.limit/int64(bytes) {
		return fmt.Errorf("%w: the file declares %d numbers of %d bytes, expected at most %s", ErrTooLarge, count, bytes, humanize.Bytes(b.limit))
	}
	return nil
}

// Whole returns the limit for a document that is held in memory as a whole.
func (b *Reader) Whole() int64 { return b.limit / 4 }

// A Counter counts the bytes that pass.
type Counter struct {
	R io.Reader
	N int64
}

// Read counts the bytes that it reads.
func (c *Counter) Read(p []byte) (int, error) {
	n, err := c.R.Read(p)
	c.N += int64(n)
	return n, err
}

// Pieces limits how much a parser reads for one piece, such as a row, of which it keeps
// an index that is many times as large.
type Pieces struct {
	R    io.Reader
	Most int64  // bytes of a piece
	What string // it is called, in messages
	n    int64
}

// Next begins a piece.
func (p *Pieces) Next() { p.n = 0 }

// Read fails if the piece is too large.
func (p *Pieces) Read(b []byte) (int, error) {
	if p.n > p.Most {
		return 0, fmt.Errorf("expected at most %s for a single %s, found more", humanize.Bytes(p.Most), p.What)
	}
	n, err := p.R.Read(b)
	p.n += int64(n)
	return n, err
}

// ReadFile reads a file of at most limit bytes; 0 means Default. Unlike os.ReadFile
// it does not trust the size of the file.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(New(f, limit))
	if errors.Is(err, ErrTooLarge) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return data, err
}
