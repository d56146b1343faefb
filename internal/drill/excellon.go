// Package drill reads and writes drill files in the Excellon format (also called XNC or NC drill),
// and the drill cycles of G-code. It interprets only which tool drills which holes, and in which
// order. A file is written as it was read, byte for byte, except that its holes are reordered and
// omitted coordinates are added.
//
// The parser rejects a line that it does not understand and reports the line number, instead of
// guessing, because a hole in a wrong place ruins a board.
package drill

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The units of coordinates and diameters.
const (
	Millimetre = "mm"
	Inch       = "in"
)

// A File is a drill file.
type File struct {
	Unit   string   // unit of coordinates and diameters: Millimetre or Inch
	Tools  []Tool   // defined tools, in the order of the file
	Runs   []Run    // in the order of the file
	Format string   // number format, as text for users
	Notes  []string // missing information and the assumptions made instead

	text string
}

// A Tool is a drill bit.
type Tool struct {
	Number   int
	Diameter float64 // 0 if the file does not specify it
}

// A Run is a sequence of holes that one tool drills without any command in between, so every order
// of the holes produces the same board. A tool has more than one run if it is selected again or if
// a command separates its holes.
type Run struct {
	Tool  Tool
	Holes []Hole
}

// A Hole is a drilled hole, a slot, or a hole with its repeats.
type Hole struct {
	X, Y float64 // position, or start of a slot or path
	Text string  // line or lines of the hole, with both coordinates even if the file omits one

	from, to int // byte range in the text of the file

	stepX, stepY float64 // offset between consecutive hits

	cycle string // words of G-code that describe the hole, except its position

	Count int32 // number of hits: 1, or more with repeats
	Kind  Kind
}

// A Kind is the kind of a hole.
type Kind int8

// The kinds of holes.
const (
	Drilled  Kind = iota
	Slot          // between two places, with G85
	Routed        // along a path, from M15 to M16
	Repeated      // hole with repeats, with R
)

// Holes returns the number of hits in all runs.
func (f *File) Holes() int {
	n := 0
	for _, r := range f.Runs {
		n += r.Hits()
	}
	return n
}

// Hits returns the number of holes in a run, including repeats.
func (r Run) Hits() int {
	n := 0
	for _, h := range r.Holes {
		n += int(h.Count)
	}
	return n
}

// Coords returns the positions of the holes, x and y interleaved.
func (r Run) Coords() []float64 {
	xy := make([]float64, 0, 2*len(r.Holes))
	for _, h := range r.Holes {
		xy = append(xy, h.X, h.Y)
	}
	return xy
}

// Places returns the positions of all hits, x and y interleaved. Repeats follow their hole.
func (r Run) Places() []float64 {
	xy := make([]float64, 0, 2*r.Hits())
	for _, h := range r.Holes {
		for k := range h.Count {
			xy = append(xy, h.X+float64(k)*h.stepX, h.Y+float64(k)*h.stepY)
		}
	}
	return xy
}

// Write writes the file with the holes of each run in the given order; a nil order keeps the order
// of the file. The rest of the file is unchanged, except that Write adds coordinates that a line
// omits because they are the same as in the previous line.
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

// check returns an error unless the order contains each hole exactly once.
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
			return fmt.Errorf("hole %d is out of range or appears more than once in the order", h)
		}
		seen[h] = true
	}
	return nil
}

// Recognise reports whether a file that starts with head is a drill file: an Excellon file, or
// G-code with a drill cycle in its head.
func Recognise(head []byte) bool { return isExcellon(string(head)) || drillCycle.Match(head) }

// isExcellon reports whether the first line of a file that is not a comment is M48.
func isExcellon(head string) bool {
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line == "" || line == "%" || line[0] == ';' {
			continue
		}
		return line == "M48"
	}
	return false
}

// IsGerber reports whether a file that starts with head is a Gerber file. Many folders contain both
// kinds of files.
func IsGerber(head []byte) bool {
	marks := []string{"%FSLA", "%FSTA", "%FSLI", "%FSTI", "%MOIN*%", "%MOMM*%", "%TF."}
	return slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(head, []byte(mark)) })
}

// Format is the name of the drill file format.
const Format = "drl"

// Endings returns the extensions of drill files.
func Endings() []string {
	return append([]string{".drl", ".xln", ".exc", ".drd", ".ncd"}, programEndings()...)
}

// Ending returns the extension of a file name if it is one of Endings, or "" otherwise.
func Ending(name string) string {
	if ext := strings.ToLower(filepath.Ext(unpack.Name(name))); slices.Contains(Endings(), ext) {
		return ext
	}
	return ""
}

// Head reads the part of a file that Recognise and IsGerber need.
func Head(r io.Reader, _ string) ([]byte, error) {
	head := make([]byte, 4096)
	n, _ := io.ReadFull(r, head) // a short file is not an error
	return head[:n], nil
}

// Encode writes a new drill file. holes contains the coordinates of each tool, x and y interleaved,
// which are written in the given unit with three decimals.
func Encode(w io.Writer, unit, comment string, tools []Tool, holes [][]float64) error {
	b := bufio.NewWriter(w)
	word := "METRIC"
	if unit == Inch {
		word = "INCH"
	}
	fmt.Fprintf(b, "M48\n; %s\nFMAT,2\n%s\n", comment, word)
	for _, t := range tools {
		fmt.Fprintf(b, "T%dC%.3f\n", t.Number, t.Diameter)
	}
	fmt.Fprint(b, "%\nG90\nG05\n")
	for i, t := range tools {
		fmt.Fprintf(b, "T%d\n", t.Number)
		for k := 0; k+1 < len(holes[i]); k += 2 {
			fmt.Fprintf(b, "X%.3fY%.3f\n", holes[i][k], holes[i][k+1])
		}
	}
	fmt.Fprint(b, "T0\nM30\n")
	return b.Flush()
}

// EncodeBoard writes a generated board, which has coordinates in thousandths of an inch. Holes on
// the pin raster have a separate tool; the other holes are vias.
func EncodeBoard(w io.Writer, in *tsp.Instance) error {
	const raster = 100
	tools := []Tool{{Number: 1, Diameter: 0.012}, {Number: 2, Diameter: 0.035}}
	holes := make([][]float64, len(tools))
	xy := in.Coords()
	for i := 0; i < len(xy); i += 2 {
		tool := 0
		if math.Mod(xy[i], raster) == 0 && math.Mod(xy[i+1], raster) == 0 {
			tool = 1
		}
		holes[tool] = append(holes[tool], xy[i]/1000, xy[i+1]/1000)
	}
	return Encode(w, Inch, in.Details().Comment, tools, holes)
}
