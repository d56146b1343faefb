package format

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// maxWindow bounds the memory that a zstd file may request: four times what the
// zstd command uses at its highest ordinary level.
const maxWindow = 32 << 20

// bufferSize is also how much of a file is examined to guess its format.
const bufferSize = 1 << 16

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// A packed is a compressed input. It records whether the input is truncated,
// because a parser may fail on half a number before it learns that.
type packed struct {
	io.Reader
	cut bool
}

func (p *packed) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	p.cut = p.cut || errors.Is(err, io.ErrUnexpectedEOF)
	return n, err
}

const endsEarly = "the compressed file ends early: is the download complete?"

// decompress decides by the first bytes, not by the name. Input that is not
// compressed is passed through, and p is nil. All that is read counts against
// the budget. The returned function frees the decoder.
func decompress(r io.Reader, limit int64) (out *budget.Reader, p *packed, free func(), err error) {
	taken := &budget.Counter{R: r}
	br := bufio.NewReaderSize(taken, bufferSize)
	head, _ := br.Peek(4)
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err := gzip.NewReader(br)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New(endsEarly)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		p = &packed{Reader: z}
		return budget.Unpacked(p, taken, limit), p, func() {}, nil
	case bytes.HasPrefix(head, zstdMagic):
		// One goroutine and little memory: files are small compared with what
		// follows.
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			return nil, nil, nil, err
		}
		p = &packed{Reader: z}
		return budget.Unpacked(p, taken, limit), p, z.Close, nil
	}
	return budget.New(br, limit), nil, func() {}, nil
}
