//go:build !unix

package diskcache

import (
	"io"
	"os"
)

// mapped reads a file into memory, because this system cannot map it.
func mapped(f *os.File) (data []byte, unmap func() error, err error) {
	data, err = io.ReadAll(f)
	return data, func() error { return nil }, err
}
