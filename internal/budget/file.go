package budget

import (
	"io"
	"os"
)

// File opens a file and calls read with it and its name, which is for messages. "-" means standard
// input.
func File[T any](path string, read func(r io.Reader, name string) (T, error)) (T, error) {
	if path == "-" {
		return read(os.Stdin, "stdin")
	}
	f, err := os.Open(path)
	if err != nil {
		var none T
		return none, err
	}
	defer f.Close()
	return read(f, path)
}
