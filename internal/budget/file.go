package budget

import (
	"context"
	"errors"
	"fmt"
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

// FileUntil is like [File], but reading ends with ctx; see [Until]. A nil ctx does not end it.
func FileUntil[T any](ctx context.Context, path string, read func(r io.Reader, name string) (T, error)) (T, error) {
	return File(path, func(r io.Reader, name string) (T, error) {
		if ctx != nil {
			r = Until(ctx, r)
		}
		return read(r, name)
	})
}

// ReadFile reads a file of at most limit bytes. 0 means Default. Unlike os.ReadFile, it does not
// trust the reported file size.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := ReadAll(f, limit)
	if errors.Is(err, ErrTooLarge) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return data, err
}

// ReadAll reads at most limit bytes of r. 0 means Default.
func ReadAll(r io.Reader, limit int64) ([]byte, error) { return io.ReadAll(New(r, limit)) }

// Until returns a reader that fails with the cause of ctx once ctx has ended. The deadline also
// applies to what the readers of this package unpack from it.
func Until(ctx context.Context, r io.Reader) Deadline { return &timed{r, ctx} }

// A Deadline is a reader that [Until] or a wrapper of such a reader returns.
type Deadline interface {
	io.Reader
	Ended() error // reports that the time for reading is over
}

// A timed is a reader with a context that ends it.
type timed struct {
	io.Reader
	ctx context.Context
}

// Ended returns the cause of the end, or nil.
func (t *timed) Ended() error { return context.Cause(t.ctx) }

func (t *timed) Read(p []byte) (int, error) {
	if err := t.Ended(); err != nil {
		return 0, err
	}
	return t.Reader.Read(p)
}

// inherit adopts the deadline of a reader, if it has one.
func (b *Reader) inherit(r io.Reader) {
	if d, ok := r.(Deadline); ok {
		b.ended = d.Ended
	}
}
