package format

import (
	"bufio"
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory that a zstd file may ask for: four times what
// the command makes at its highest ordinary level.
const maxWindow = 32 << 20

// bufferSize is also how much of a file is looked at to guess what it is.
const bufferSize = 1 << 16

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// decompress looks at the first bytes, not at the name: what is not
// compressed passes as it is. The function returned frees the decoder.
func decompress(r io.Reader) (out *bufio.Reader, compressed bool, free func(), err error) {
	br := bufio.NewReaderSize(r, bufferSize)
	head, _ := br.Peek(4)
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, true, nil, err
		}
		return bufio.NewReaderSize(z, bufferSize), true, func() {}, nil
	case bytes.HasPrefix(head, zstdMagic):
		// One goroutine and little memory: files are small beside what follows.
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			return nil, true, nil, err
		}
		return bufio.NewReaderSize(z, bufferSize), true, z.Close, nil
	}
	return br, false, func() {}, nil
}
