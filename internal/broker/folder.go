package broker

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// lockFolder makes the data folder if it is missing and keeps other engines out of it, as
// two on the same files would destroy them. The lock ends when the file is closed, by
// whatever end of the process.
func lockFolder(path string) (*os.File, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the data folder %s: %w", path, reason(err))
	}
	f, err := os.OpenFile(filepath.Join(path, "engine.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot write to the data folder %s: %w", path, reason(err))
	}
	if err := outfile.Lock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("another engine works in the data folder %s: stop it, or choose another folder", path), f.Close())
	}
	return f, nil
}

// reason is an error without the path that the sentence around it names.
func reason(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
