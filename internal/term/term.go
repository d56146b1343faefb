// Package term handles terminals: their size, a progress line, signals that interrupt or suspend
// the program, and the browser on the same desktop.
package term

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Columns returns the current width of terminal w, or the value of otherwise if w is not a
// terminal.
func Columns(w io.Writer, otherwise int) int {
	f, ok := w.(interface{ Fd() uintptr })
	if !ok {
		return otherwise
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return otherwise
	}
	return width
}

// UTF8 reports whether the locale uses UTF-8.
func UTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(os.Getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}
