package outfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

// beside creates a temporary file in the folder of a target. Unlike a file created by
// os.CreateTemp, it has the permissions of the target or, if the target does not exist, those of
// any new file.
func (s System) beside(t target) (f File, name string, err error) {
	mode := newMode
	if t.info != nil {
		mode = t.info.Mode().Perm()
	}
	prefix := filepath.Join(filepath.Dir(t.path), temporaryPrefix(t.path)+strconv.Itoa(os.Getpid())+"-")
	for range mostNames {
		name = prefix + strconv.FormatUint(rand.Uint64(), 36)
		f, err = s.Open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, name, err
}

// temporaryPrefix returns the prefix of the names of temporary files for a path. The process id
// follows the prefix.
func temporaryPrefix(path string) string { return "." + short(filepath.Base(path)) + ".tourmaline-" }

// short truncates a name to leave space for a suffix.
func short(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	end := most
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end]
}

// sweep removes temporary files for the same target that killed processes have left behind. Process
// ids are meaningless on a different machine that shares the folder. If that machine writes the
// same file at the same moment, its rename fails with an error.
func (s System) sweep(path string) {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return // the folder cannot be listed
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1) // on error, use the names listed so far
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, temporaryPrefix(path))
		if !ok {
			continue
		}
		number, _, _ := strings.Cut(rest, "-")
		if pid, err := strconv.Atoi(number); err == nil && pid > 0 && gone(pid) {
			_ = s.Remove(filepath.Join(filepath.Dir(path), name))
		}
	}
}
