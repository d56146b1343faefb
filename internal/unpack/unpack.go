// Package unpack reads files that may be compressed with gzip or zstd and encoded in UTF-16,
// within a limit.
package unpack

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// maxWindow bounds the memory that a zstd file may request: four times what the
// zstd command uses at its highest ordinary level.
const maxWindow = 32 << 20

// BufferSize is how much of a file Peek can show.
const BufferSize = 1 << 16

// maxTail is how much Verify reads after the end of the content.
const maxTail = 1 << 20

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

var errTruncated = errors.New("the compressed file is truncated: is the download complete?")

// A Reader reads the decompressed content of a file as UTF-8.
type Reader struct {
	*bufio.Reader
	Budget *budget.Reader // counts the decompressed bytes
	packed *packed        // nil: not compressed
	free   func()
}

// New reads at most limit bytes of r after decompression; 0 means [budget.Default]. The first
// bytes decide whether r is compressed, not a name. The caller must call Close.
func New(r io.Reader, limit int64) (*Reader, error) {
	out := &Reader{free: func() {}}
	if err := out.decompress(r, limit); err != nil {
		return nil, err
	}
	out.Reader = bufio.NewReaderSize(out.Budget, BufferSize)
	out.decode()
	return out, nil
}

// Close frees the decoder.
func (r *Reader) Close() { r.free() }

// A packed is a compressed input. It records whether the input is truncated,
// because a parser may fail on half a number before it reads the end.
type packed struct {
	io.Reader
	cut bool
}

func (p *packed) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	p.cut = p.cut || errors.Is(err, io.ErrUnexpectedEOF)
	return n, err
}

func (r *Reader) decompress(from io.Reader, limit int64) error {
	taken := &budget.Counter{R: from}
	br := bufio.NewReaderSize(taken, BufferSize)
	head, _ := br.Peek(4)
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err := gzip.NewReader(br)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errTruncated
		}
		if err != nil {
			return err
		}
		r.packed = &packed{Reader: z}
	case bytes.HasPrefix(head, zstdMagic):
		// One goroutine and little memory: files are small compared with what
		// follows.
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			return err
		}
		r.packed, r.free = &packed{Reader: z}, z.Close
	default:
		r.Budget = budget.New(br, limit)
		return nil
	}
	r.Budget = budget.Unpacked(r.packed, taken, limit)
	return nil
}

// Cause returns why a parser failed if its text is not to blame: the compressed file is
// truncated, or the limit is exceeded. Otherwise it returns nil.
func (r *Reader) Cause() error {
	if r.packed != nil && r.packed.cut {
		return errTruncated
	}
	return r.Budget.Err()
}

// Verify reads a compressed file to its end, where the checksum is: a parser may
// have stopped before. It gives up if much more follows.
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

// Name returns the name of a file without the extension of its compression.
func Name(path string) string {
	for _, packed := range []string{".gz", ".zst"} {
		if strings.EqualFold(filepath.Ext(path), packed) {
			path = path[:len(path)-len(packed)]
		}
	}
	return path
}

// File passes the content of a file to read, at most limit bytes of it as in [New]; "-" is
// standard input.
func File[T any](path string, limit int64, read func(r io.Reader, name string) (T, error)) (T, error) {
	return budget.File(path, func(r io.Reader, name string) (T, error) { return From(r, name, limit, read) })
}

// From is like [File] for an open file. The name appears in errors.
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
