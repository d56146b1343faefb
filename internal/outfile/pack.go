package outfile

import (
	"io"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Packed returns a function that compresses the output of write if the file name ends in .gz or
// .zst. Otherwise it returns write.
func Packed(path string, write func(io.Writer) error) func(io.Writer) error {
	switch filepath.Ext(path) {
	case ".gz":
		return func(w io.Writer) error { return pack(gzip.NewWriter(w), write) }
	case ".zst":
		return func(w io.Writer) error {
			packer, err := zstd.NewWriter(w)
			if err != nil {
				return err
			}
			return pack(packer, write)
		}
	}
	return write
}

func pack(packer io.WriteCloser, write func(io.Writer) error) error {
	if err := write(packer); err != nil {
		_ = packer.Close() // stops its goroutines
		return err
	}
	return packer.Close()
}
