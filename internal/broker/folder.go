package broker

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// lockFolder creates the data folder if it is missing and locks it, because two brokers in one
// folder would destroy its files. The lock is released when the file is closed or the process
// exits.
func lockFolder(path string) (*os.File, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the data folder %s: %w", path, withoutPath(err))
	}
	f, err := os.OpenFile(filepath.Join(path, "engine.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot write to the data folder %s: %w", path, withoutPath(err))
	}
	if err := outfile.Lock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("another server is using the data folder %s: stop it, or choose a different folder", path), f.Close())
	}
	return f, nil
}

// withoutPath removes the path from an error, because the message already contains the path.
func withoutPath(err error) error {
	if at, ok := errors.AsType[*os.PathError](err); ok {
		return at.Err
	}
	return err
}
