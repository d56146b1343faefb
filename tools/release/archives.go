package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// mostBytes is the maximum size of an archive.
const mostBytes = 30_000_000

func (r *release) archiveName(p platform) string {
	name := "tourmaline-" + r.version + "-" + p.String()
	if p.system == "windows" {
		return name + ".zip"
	}
	return name + ".tar.gz"
}

func (r *release) archives() error {
	for _, p := range archived {
		files, err := r.contents(p)
		if err != nil {
			return err
		}
		if err := r.archive(r.archiveName(p), files); err != nil {
			return err
		}
	}
	return nil
}

// archive writes a zip archive or a compressed tar archive whose files are in one folder.
func (r *release) archive(name string, files []file) error {
	base, isZip := strings.CutSuffix(name, ".zip")
	folder := strings.TrimSuffix(base, ".tar.gz") + "/"
	inside := make([]file, len(files))
	for i, f := range files {
		f.name = folder + f.name
		inside[i] = f
	}
	pack := tarGzip
	if isZip {
		pack = zipped
	}
	data, err := pack(inside, r.time)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > mostBytes {
		return fmt.Errorf("%s has %d bytes, expected at most %d", name, len(data), mostBytes)
	}
	return os.WriteFile(r.path(name), data, 0o644)
}

func tarGzip(files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	err = errors.Join(writeTar(z, files, at), z.Close())
	return b.Bytes(), err
}

func writeTar(to io.Writer, files []file, at time.Time) error {
	w := tar.NewWriter(to)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.name, Size: int64(len(f.data)), Mode: int64(f.mode),
			ModTime: at, Uid: f.owner, Gid: f.owner, Format: tar.FormatUSTAR,
		}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(f.data); err != nil {
			return err
		}
	}
	return w.Close()
}

func zipped(files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		entry, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
