package main

import (
	"bytes"
	"fmt"
	"strings"
)

// A mutant is a source file with one small fault.
type mutant struct {
	file        string // path of the file
	line        int
	reached     int    // line of the statement that evaluates the fault: the line itself or, in the condition of a case, that of its switch
	what        string // description of the change
	from, to    int    // range of bytes to replace
	replacement string // text that replaces these bytes
}

func (m *mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.file, m.line, m.what) }

// apply returns the source with the fault.
func (m *mutant) apply(source []byte) []byte {
	return bytes.Join([][]byte{source[:m.from], []byte(m.replacement), source[m.to:]}, nil)
}

// oneLine shortens source text to one line of a list.
func oneLine(source string) string {
	const most = 60
	text := []rune(strings.Join(strings.Fields(source), " "))
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
