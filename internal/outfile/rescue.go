package outfile

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Rescue writes the output of write to a new file after writing it to path has failed, and returns
// the name of the new file. It tries the folder of path, then the folder for temporary files. A
// path of "-" means standard output. extension is the extension of the new file.
func (s System) Rescue(path, extension string, write func(io.Writer) error) (file string, err error) {
	name, extension := rescueName(path, extension)
	for _, folder := range rescueFolders(path) {
		if file, err = s.WriteNew(folder, name, extension, Packed(extension, write)); err == nil {
			return file, nil
		}
	}
	return "", err
}

// rescueFolders returns the folders to try. It omits the folder of a device or a pipe, which is not
// meant for files.
func rescueFolders(path string) []string {
	if info, err := os.Stat(path); path == "-" || err == nil && !info.Mode().IsRegular() {
		return []string{os.TempDir()}
	}
	return []string{filepath.Dir(path), os.TempDir()}
}

// rescueName returns the parts of the new name. For example, cities.tour.gz gives cities.rescued
// and .tour.gz.
func rescueName(path, extension string) (name, full string) {
	name = filepath.Base(path)
	if packed := filepath.Ext(name); packed == ".gz" || packed == ".zst" {
		name, extension = strings.TrimSuffix(name, packed), extension+packed
	}
	if path == "-" {
		name = "tourmaline"
	}
	return strings.TrimSuffix(name, filepath.Ext(name)) + ".rescued", extension
}
