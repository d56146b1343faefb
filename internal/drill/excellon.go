// Package drill reads and writes drill files in the Excellon format (also called XNC or
// NC drill), as far as the order of holes is concerned: which tool drills where, and in
// which order. A file is written as it was read, byte for byte, but for the order of its
// holes.
//
// What is not understood is refused with its line, never guessed: a hole in a wrong place
// is a broken board.
package drill

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// The units of coordinates and diameters.
const (
	Millimetre = "mm"
	Inch       = "in"
)

// A File is a drill file.
type File struct {
	Unit   string   // of coordinates and diameters: Millimetre or Inch
	Tools  []Tool   // as defined, in the order of the file
	Runs   []Run    // in the order of the file
	Format string   // how numbers are written, for people
	Notes  []string // what the file does not say, and what was assumed

	text string
}

// A Tool is a drill bit.
type Tool struct {
	Number   int
	Diameter float64 // 0: the file does not say
}

// A Run is a stretch of holes that one tool drills without anything between them, so that
// any order of them is the same board. A tool has more than one run if it is picked up
// again, or if a command comes between.
type Run struct {
	Tool  Tool
	Holes []Hole
}

// A Hole is a drilled hole, a slot, or a hole with its repeats.
type Hole struct {
	X, Y float64 // where it is, or begins
	Text string  // its line or lines, with both coordinates even where the file leaves one out

	from, to int // its place in the text of the file

	stepX, stepY float64 // from a hit to the next

	Count int32 // of hits: 1, and more with repeats
	Kind  Kind
}

// A Kind is the kind of a hole.
type Kind int8

// The kinds.
const (
	Drilled  Kind = iota
	Slot          // between two places, by G85
	Routed        // along a way, from M15 to M16
	Repeated      // a hole and its repeats, by R
)

// Holes returns the number of hits of all runs.
func (f *File) Holes() int {
	n := 0
	for _, r := range f.Runs {
		n += r.Hits()
	}
	return n
}

// Hits returns the number of holes of a run, including repeats.
func (r Run) Hits() int {
	n := 0
	for _, h := range r.Holes {
		n += int(h.Count)
	}
	return n
}

// Coords returns the places of the holes, x and y interleaved.
func (r Run) Coords() []float64 {
	xy := make([]float64, 0, 2*len(r.Holes))
	for _, h := range r.Holes {
		xy = append(xy, h.X, h.Y)
	}
	return xy
}

// Places returns the places of all hits, x and y interleaved. Repeats follow their hole.
func (r Run) Places() []float64 {
	xy := make([]float64, 0, 2*r.Hits())
	for _, h := range r.Holes {
		for k := range h.Count {
			xy = append(xy, h.X+float64(k)*h.stepX, h.Y+float64(k)*h.stepY)
		}
	}
	return xy
}

// Write writes the file with the holes of each run in another order; a nil order is that
// of the file. Whatever else is in the file stays as and where it is. A line that leaves
// out a coordinate because it is that of the line before gets it.
func (f *File) Write(w io.Writer, orders [][]int32) error {
	if len(orders) != len(f.Runs) {
		return fmt.Errorf("got %d orders for %d runs, expected one for each", len(orders), len(f.Runs))
	}
	var out bytes.Buffer
	out.Grow(len(f.text))
	done := 0
	for i, run := range f.Runs {
		if err := run.check(orders[i]); err != nil {
			return fmt.Errorf("run %d: %w", i, err)
		}
		for k, place := range run.Holes {
			out.WriteString(f.text[done:place.from])
			if orders[i] != nil {
				out.WriteString(run.Holes[orders[i][k]].Text)
			} else {
				out.WriteString(place.Text)
			}
			done = place.to
		}
	}
	out.WriteString(f.text[done:])
	_, err := w.Write(out.Bytes())
	return err
}

// check reports an order that does not have each hole once.
func (r Run) check(order []int32) error {
	if order == nil {
		return nil
	}
	if len(order) != len(r.Holes) {
		return fmt.Errorf("got an order of length %d for %d holes", len(order), len(r.Holes))
	}
	seen := make([]bool, len(order))
	for _, h := range order {
		if h < 0 || int(h) >= len(seen) || seen[h] {
			return fmt.Errorf("hole %d does not appear exactly once in the order", h)
		}
		seen[h] = true
	}
	return nil
}

// Recognise reports whether a file is a drill file, by its beginning: the first line that is
// not a comment is M48.
func Recognise(head []byte) bool {
	for line := range strings.Lines(string(head)) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line == "" || line == "%" || line[0] == ';' {
			continue
		}
		return line == "M48"
	}
	return false
}

// IsGerber reports whether a file is a Gerber file, by its beginning. Many folders have
// both.
func IsGerber(head []byte) bool {
	for _, mark := range []string{"%FSLA", "%FSTA", "%FSLI", "%FSTI", "%MOIN*%", "%MOMM*%", "%TF."} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}
