// Package termtest emulates a terminal for tests.
package termtest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Terminal stores lines as they were written, however many rows each line occupies. When the
// terminal becomes narrower, it wraps long lines or cuts them off, because real terminals of both
// kinds exist.
type Terminal struct {
	Width  int
	cuts   bool
	lines  [][]rune
	row    int // row of the cursor
	column int
	rest   []byte // incomplete escape sequence or character
}

// New returns a terminal. When it becomes narrower, it cuts off long lines if cuts is set, and
// wraps them otherwise.
func New(width int, cuts bool) *Terminal {
	return &Terminal{Width: width, cuts: cuts, lines: [][]rune{nil}}
}

// Write interprets the output of a program.
func (e *Terminal) Write(p []byte) (int, error) {
	data := slices.Concat(e.rest, p)
	for len(data) > 0 {
		n := e.interpret(data)
		if n == 0 {
			break
		}
		data = data[n:]
	}
	e.rest = slices.Clone(data)
	return len(p), nil
}

// interpret executes the first character or escape sequence and returns its length.
func (e *Terminal) interpret(data []byte) int {
	switch {
	case data[0] == '\r':
		e.column -= e.column % e.Width
		return 1
	case data[0] == '\n':
		e.row++
		e.column = 0 // terminals translate \n to \r\n
		if e.row == len(e.lines) {
			e.lines = append(e.lines, nil)
		}
		return 1
	case data[0] == 0x1b:
		return e.escape(data)
	case !utf8.FullRune(data):
		return 0
	}
	r, n := utf8.DecodeRune(data)
	e.put(r)
	return n
}

func (e *Terminal) escape(data []byte) int {
	if len(data) < 3 {
		return 0
	}
	switch string(data[:3]) {
	case "\x1b[K":
		end := min(e.column-e.column%e.Width+e.Width, len(e.lines[e.row]))
		for i := e.column; i < end; i++ {
			e.lines[e.row][i] = ' '
		}
	case "\x1b[J":
		e.lines = e.lines[:e.row+1]
		e.lines[e.row] = e.lines[e.row][:min(e.column, len(e.lines[e.row]))]
	default:
		panic(fmt.Sprintf("unknown sequence %q", data))
	}
	return 3
}

func (e *Terminal) put(r rune) {
	line := e.lines[e.row]
	for len(line) <= e.column {
		line = append(line, ' ')
	}
	line[e.column] = r
	e.lines[e.row] = line
	e.column++
}

// Resize changes the width.
func (e *Terminal) Resize(width int) {
	if e.cuts {
		for i, line := range e.lines {
			e.lines[i] = line[:min(len(line), width)]
		}
		e.column = min(e.column, width-1)
	}
	e.Width = width
}

// Text returns the nonempty lines on the screen.
func (e *Terminal) Text() (lines []string) {
	for _, l := range e.lines {
		if s := strings.TrimRight(string(l), " "); s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}
