// Package unpack reads files that may be compressed with gzip or zstd and encoded in UTF-16, within
// a limit.
package unpack

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// maxWindow is the maximum amount of memory that a zstd file may request: four times the amount
// that the zstd command uses at its highest ordinary level.
const maxWindow = 32 << 20

// BufferSize is the maximum number of bytes that Peek can return.
const BufferSize = 1 << 16

// maxTail is the maximum number of bytes that Verify reads after the end of the content.
const maxTail = 1 << 20

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

var (
	errTruncated = errors.New("the compressed file is truncated: is the download complete?")
	errDamaged   = errors.New("the compressed file is damaged: is the download complete?")
	errWindow    = fmt.Errorf("the compressed file needs more than %s to unpack: compress it without a long window", humanize.Bytes(maxWindow))
	errTrailing  = errors.New("other data follow the compressed content: expected the end of the file: remove them, or compress the file again")
)

// A Reader reads the decompressed content of a file as UTF-8.
type Reader struct {
	*bufio.Reader
	Budget *budget.Reader // counts the decompressed bytes
	packed *packed        // nil if not compressed
	free   func()
}

// New returns a Reader that reads at most limit bytes of r after decompression; 0 means
// [budget.Default]. The first bytes of r, not a file name, determine whether it is compressed. The
// caller must call Close.
func New(r io.Reader, limit int64) (*Reader, error) {
	out := &Reader{free: func() {}}
	if err := out.decompress(r, limit); err != nil {
		return nil, err
	}
	out.Reader = bufio.NewReaderSize(out.Budget, BufferSize)
	out.decode()
	return out, nil
}

// Close releases the decoder.
func (r *Reader) Close() { r.free() }

// A file is a compressed file. It records that it could not be read.
type file struct {
	io.Reader
	err error
}

func (f *file) Read(b []byte) (int, error) {
	n, err := f.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

// A packed reads compressed input. It records the fault of the input, because a parser may fail on
// half a number before it reads the end.
type packed struct {
	io.Reader
	file  *file
	fault error
}

func (p *packed) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) && p.file.err == nil {
		p.fault = plainly(err)
		err = p.fault
	}
	return n, err
}

// plainly rewords an error of a decoder.
func plainly(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errTruncated
	case errors.Is(err, errTrailing), errors.Is(err, zstd.ErrMagicMismatch): // the first frame had its magic number
		return errTrailing
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return errWindow
	}
	return errDamaged
}

func (r *Reader) decompress(from io.Reader, limit int64) error {
	taken := &budget.Counter{R: from}
	in := &file{Reader: taken}
	br := bufio.NewReaderSize(in, BufferSize)
	head, _ := br.Peek(4)
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err := gzip.NewReader(br)
		if err != nil && in.err == nil {
			err = plainly(err)
		}
		if err != nil {
			return err
		}
		z.Multistream(false)
		r.packed = &packed{Reader: &members{z, br}, file: in}
	case bytes.HasPrefix(head, zstdMagic):
		// Use one goroutine and little memory, because files are small compared with the data of
		// the search.
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			return err
		}
		r.packed, r.free = &packed{Reader: z, file: in}, z.Close
	default:
		r.Budget = budget.Unpacked(br, taken, limit)
		return nil
	}
	r.Budget = budget.Unpacked(r.packed, taken, limit)
	return nil
}

// Cause returns the reason why a parser failed if its input text is not at fault: the compressed
// file is truncated or continues after its end, or a limit is exceeded. Otherwise it returns nil.
func (r *Reader) Cause() error {
	if r.packed != nil && r.packed.fault != nil {
		return r.packed.fault
	}
	return r.Budget.Err()
}

// Verify reads a compressed file to its end, where the checksum is, because a parser may have
// stopped before it. Verify stops early if too much data follows.
func (r *Reader) Verify() error {
	if r.packed == nil {
		return nil
	}
	_, err := io.Copy(io.Discard, io.LimitReader(r, maxTail))
	if cause := r.Cause(); err != nil && cause != nil {
		return cause
	}
	return err
}

// Name returns a file name without its compression extension.
func Name(path string) string {
	for _, packed := range []string{".gz", ".zst"} {
		if strings.EqualFold(filepath.Ext(path), packed) {
			path = path[:len(path)-len(packed)]
		}
	}
	return path
}

// members reads the members of a gzip file one after the other. Zeros may follow the last one,
// because tapes and disks pad files with them.
type members struct {
	*gzip.Reader
	from *bufio.Reader
}

func (m *members) Read(b []byte) (int, error) {
	n, err := m.Reader.Read(b)
	if n > 0 || !errors.Is(err, io.EOF) {
		return n, err
	}
	next, _ := m.from.Peek(len(gzipMagic))
	if !bytes.Equal(next, gzipMagic) {
		return 0, m.padding()
	}
	if err := m.Reset(m.from); err != nil {
		return 0, err
	}
	m.Multistream(false)
	return 0, nil
}

// padding reads zeros up to the end of the file.
func (m *members) padding() error {
	for range maxTail {
		if c, err := m.from.ReadByte(); err != nil {
			return err
		} else if c != 0 {
			break
		}
	}
	return errTrailing
}

// File passes the content of a file to read, limited to limit bytes as in [New]. The path "-" means
// standard input.
func File[T any](path string, limit int64, read func(r io.Reader, name string) (T, error)) (T, error) {
	return budget.File(path, func(r io.Reader, name string) (T, error) { return From(r, name, limit, read) })
}

// FileUntil is like [File], but reading ends with ctx; see [budget.FileUntil].
func FileUntil[T any](ctx context.Context, path string, limit int64, read func(r io.Reader, name string) (T, error)) (T, error) {
	return budget.FileUntil(ctx, path, func(r io.Reader, name string) (T, error) { return From(r, name, limit, read) })
}

// From is like [File], but reads from r. name appears in errors.
func From[T any](r io.Reader, name string, limit int64, read func(r io.Reader, name string) (T, error)) (value T, err error) {
	src, err := New(r, limit)
	if err != nil {
		return value, fmt.Errorf("%s: %w", name, err)
	}
	defer src.Close()
	value, err = read(src, name)
	if cause := src.Cause(); err != nil && cause != nil {
		err = fmt.Errorf("%s: %w", name, cause)
	}
	return value, err
}
