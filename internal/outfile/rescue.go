package outfile

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Rescue writes to a new file what could not be written to path, and returns its name. It
// tries the folder of path, then the folder for temporary files. A path of "-" is standard
// output; extension is that of the new file.
func (s System) Rescue(path, extension string, write func(io.Writer) error) (file string, err error) {
	name, extension := rescueName(path, extension)
	for _, folder := range rescueFolders(path) {
		if file, err = s.WriteNew(folder, name, extension, Packed(extension, write)); err == nil {
			return file, nil
		}
	}
	return "", err
}

// rescueFolders returns the folders to try. Devices and pipes are not in one for files.
func rescueFolders(path string) []string {
	if info, err := os.Stat(path); path == "-" || err == nil && !info.Mode().IsRegular() {
		return []string{os.TempDir()}
	}
	return []string{filepath.Dir(path), os.TempDir()}
}

// rescueName returns the parts of the new name: cities.tour.gz becomes cities.rescued and
// .tour.gz.
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
