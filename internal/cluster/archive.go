package cluster

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// A backup is a tar file. Its sections are split into files of at most partSize bytes, because tar
// needs the size of a file before its content. The table of contents comes last, followed by its
// hash.
const (
	backupSchema = "tourmaline/backup/v1"
	contentsFile = "contents.json"
	contentsHash = "contents.sha256"
	partSize     = 4 << 20
	maxContents  = 256 << 20 // in bytes
)

// ErrBackup indicates that a file is not a complete backup.
var ErrBackup = errors.New("not a complete backup")

// contents is the table of contents of a backup.
type contents struct {
	Schema   string         `json:"schema"`
	Version  string         `json:"version"` // of the program
	Taken    time.Time      `json:"taken"`   // time of the copy of the records
	Settings Settings       `json:"settings"`
	Streams  []storedStream `json:"streams"`
	Jobs     []storedJob    `json:"jobs,omitempty"`
}

// A storedStream is a stream in a backup.
type storedStream struct {
	Name string `json:"name"`
	streamCopy
	Data section `json:"data"`
}

// A storedJob is a record in a backup that is newer than the copy of the records, with its
// checkpoint.
type storedJob struct {
	Record     section `json:"record"`
	Checkpoint section `json:"checkpoint,omitempty"`
}

// A section is a sequence of files in a backup.
type section []part

type part struct {
	File   string `json:"file"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// An archive writes a backup.
type archive struct {
	tar   *tar.Writer
	files int
	taken time.Time
}

// section writes a section. The files of a section that fails stay in the archive, but not in the
// table of contents.
func (a *archive) section(write func(io.Writer) error) (section, error) {
	w := &sectionWriter{to: a}
	if err := write(w); err != nil {
		return nil, err
	}
	err := w.flush()
	return w.done, err
}

// A sectionWriter splits a section into parts.
type sectionWriter struct {
	to   *archive
	data bytes.Buffer
	done section
}

func (w *sectionWriter) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		n := min(len(rest), partSize-w.data.Len())
		w.data.Write(rest[:n])
		if rest = rest[n:]; w.data.Len() < partSize {
			continue
		}
		if err := w.flush(); err != nil {
			return 0, err
		}
	}
	return len(data), nil
}

func (w *sectionWriter) flush() error {
	if w.data.Len() == 0 {
		return nil
	}
	p := part{File: strconv.Itoa(w.to.files), Size: int64(w.data.Len()), SHA256: protocol.Sum(w.data.Bytes())}
	w.to.files++
	err := w.to.file(p.File, w.data.Bytes())
	w.done = append(w.done, p)
	w.data.Reset()
	return err
}

func (a *archive) file(name string, data []byte) error {
	h := &tar.Header{Name: name, Mode: 0o600, Size: int64(len(data)), ModTime: a.taken, Format: tar.FormatPAX}
	if err := a.tar.WriteHeader(h); err != nil {
		return err
	}
	_, err := a.tar.Write(data)
	return err
}

// close writes the table of contents.
func (a *archive) close(c contents) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return errors.Join(a.file(contentsFile, data), a.file(contentsHash, []byte(protocol.Sum(data))), a.tar.Close())
}

// A backup is an opened and verified backup.
type backup struct {
	contents
	file  io.ReaderAt
	files map[string]place
}

// A place is the position of a file in a backup.
type place struct{ offset, size int64 }

// openBackup reads a backup completely and verifies all hashes.
func openBackup(file io.ReaderAt, size int64) (*backup, error) {
	b := &backup{file: file, files: map[string]place{}}
	hashes, text, err := b.scan(io.NewSectionReader(file, 0, size))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBackup, err)
	}
	if err := json.Unmarshal(text, &b.contents); err != nil {
		return nil, fmt.Errorf("%w: table of contents: %w", ErrBackup, err)
	}
	if b.Schema != backupSchema {
		return nil, fmt.Errorf("%w: found schema %q, expected %q", ErrBackup, b.Schema, backupSchema)
	}
	for _, p := range slices.Concat(b.sections()...) {
		if b.files[p.File].size != p.Size || hashes[p.File] != p.SHA256 {
			return nil, fmt.Errorf("%w: part %q is missing or damaged", ErrBackup, p.File)
		}
	}
	return b, nil
}

func (c *contents) sections() (all []section) {
	for _, s := range c.Streams {
		all = append(all, s.Data)
	}
	for _, j := range c.Jobs {
		all = append(all, j.Record, j.Checkpoint)
	}
	return all
}

// scan finds all files of a backup and returns their hashes and the table of contents.
func (b *backup) scan(from *io.SectionReader) (hashes map[string]string, text []byte, err error) {
	hashes = map[string]string{}
	var found []byte
	for files := tar.NewReader(from); ; {
		h, err := files.Next()
		switch {
		case errors.Is(err, io.EOF) && found == nil:
			return nil, nil, errors.New("it has no table of contents")
		case errors.Is(err, io.EOF) && protocol.Sum(text) != string(found):
			return nil, nil, errors.New("the table of contents is damaged")
		case errors.Is(err, io.EOF):
			return hashes, text, nil
		case err != nil:
			return nil, nil, err
		}
		// The reader does not read ahead.
		offset, err := from.Seek(0, io.SeekCurrent)
		if err != nil {
			return nil, nil, err
		}
		b.files[h.Name] = place{offset, h.Size}
		switch h.Name {
		case contentsFile:
			text, err = budget.ReadAll(files, maxContents)
		case contentsHash:
			found, err = budget.ReadAll(files, 2*sha256.Size)
		default:
			hash := sha256.New()
			_, err = io.Copy(hash, files)
			hashes[h.Name] = hex.EncodeToString(hash.Sum(nil))
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

// open returns the content of a section.
func (b *backup) open(s section) io.Reader {
	var parts []io.Reader
	for _, p := range s {
		at := b.files[p.File]
		parts = append(parts, io.NewSectionReader(b.file, at.offset, at.size))
	}
	return io.MultiReader(parts...)
}
