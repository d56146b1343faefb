package diskcache

import (
	"errors"
	"os"
)

// A File is the content of a file. It stays readable when the cache deletes the file.
type File struct {
	hash  string
	data  []byte
	unmap func() error
}

// open returns the content of an open file and closes the file. The content is mapped into memory
// where the system supports it, so it takes no memory that the system cannot reclaim.
func open(f *os.File, hash string) (*File, error) {
	data, unmap, err := mapped(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return &File{hash, data, unmap}, nil
}

// Hash returns the hash of the content, such as "sha256:…".
func (f *File) Hash() string { return f.hash }

// Bytes returns the content. It must be neither changed nor used after Close.
func (f *File) Bytes() []byte { return f.data }

// Close releases the content.
func (f *File) Close() error {
	f.data = nil
	return f.unmap()
}
