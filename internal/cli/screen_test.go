package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// An emulated terminal keeps its lines as they were written, however many rows each of
// them takes. When it becomes narrower, lines that are too long are broken into more rows,
// or cut off, as terminals of both kinds do.
type emulated struct {
	width  int
	cuts   bool // it cuts lines off when it becomes narrower
	lines  [][]rune
	row    int // of the cursor, in lines
	column int
	rest   []byte // of a sequence that is not complete
}

func newEmulated(width int, cuts bool) *emulated {
	return &emulated{width: width, cuts: cuts, lines: [][]rune{nil}}
}

// Write interprets what a program writes.
func (e *emulated) Write(p []byte) (int, error) {
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

// interpret does what the first character or sequence says, and returns its length.
func (e *emulated) interpret(data []byte) int {
	switch {
	case data[0] == '\r':
		e.column -= e.column % e.width
		return 1
	case data[0] == '\n':
		e.row++
		e.column = 0 // terminals turn it into \r\n
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

func (e *emulated) escape(data []byte) int {
	if len(data) < 3 {
		return 0
	}
	switch string(data[:3]) {
	case "\x1b[K":
		end := min(e.column-e.column%e.width+e.width, len(e.lines[e.row]))
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

func (e *emulated) put(r rune) {
	line := e.lines[e.row]
	for len(line) <= e.column {
		line = append(line, ' ')
	}
	line[e.column] = r
	e.lines[e.row] = line
	e.column++
}

func (e *emulated) resize(width int) {
	if e.cuts {
		for i, line := range e.lines {
			e.lines[i] = line[:min(len(line), width)]
		}
		e.column = min(e.column, width-1)
	}
	e.width = width
}

// text is what is on the screen, a line each.
func (e *emulated) text() (lines []string) {
	for _, l := range e.lines {
		if s := strings.TrimRight(string(l), " "); s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}

// Whatever happens, there is at most one line of progress, the last one, and it is not too
// long for the terminal that it was drawn on.
func TestTheLineNeverStacks(t *testing.T) {
	for _, cuts := range []bool{false, true} {
		term := newEmulated(200, cuts)
		s := &screen{to: term, width: func() int { return term.width }, foreground: func() bool { return true }}
		l := look{price: humanize.Cost, blocks: true}
		f := figures{Share: new(0.42), Left: new(5.0), Gap: new(0.35), Improvement: new(8.1), Rate: new(1200.0), Quiet: 7}
		f.Cost, f.Seconds = 23_423_355, 8
		s.show(func(width int) string { return l.line(f, width) }, nil)
		notes := 0
		for i, width := range []int{200, 80, 40, 35, 20, 9, 3, 1, 20, 80, 40, 200, 21, 200} {
			term.resize(width)
			s.draw()
			s.draw()
			if got := utf8.RuneCountInString(l.line(f, width)); got >= width {
				t.Errorf("%d columns in %d", got, width)
			}
			lines := term.text()
			if width > 20 && len(lines) != notes+1 || len(lines) > notes+1 {
				t.Fatalf("cuts %v, width %d: %q", cuts, width, lines)
			}
			if i%3 == 0 {
				_, _ = fmt.Fprintln(s, "a note")
				notes++
			}
		}
		s.draw()
		s.end()
		for _, line := range term.text() {
			if line != "a note"[:min(len(line), 6)] { // or the part of it that a narrow terminal has kept
				t.Errorf("left: %q", line)
			}
		}
	}
}

// What matters most stays longest.
func TestPartsAreDropped(t *testing.T) {
	f := figures{Share: new(0.42), Left: new(51.5), Gap: new(0.349), Improvement: new(8.1), Rate: new(1234.0), Quiet: 7.5}
	f.Cost, f.Seconds = 23_423_355, 38.9
	l := look{price: humanize.Cost}
	for width, want := range map[int]string{
		160: "#####.......  42 %  38 s  52 s left  best 23,423,355  gap 0.35 %  8.10 % below the start  1,234 steps/s  no improvement for 7 s",
		80:  "#####.......  42 %  38 s  52 s left  best 23,423,355  gap 0.35 %  -8.10 %",
		60:  "#####.......  42 %  38 s  52 s left  23,423,355  gap 0.35 %",
		40:  "42 %  52 s left  23,423,355  gap 0.35 %",
		35:  "42 %  38 s  52 s left  23,423,355",
		20:  "42 %  23,423,355",
		10:  "42 %",
		4:   "",
		0:   "",
	} {
		if got := l.line(f, width); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
	cool := figures{Cooling: "interrupted", Left: new(0.7)}
	cool.Cost, cool.Seconds = 12, 8.2
	if got := l.line(cool, 80); got != "cooling  8 s  1 s left  best 12" {
		t.Errorf("cooling: %q", got)
	}
	begin := figures{Preparing: "neighbour lists", Quiet: 9, Share: new(0.0)}
	begin.Cost, begin.Seconds = 12, 9
	if got := l.line(begin, 80); got != "preparing: neighbour lists  ............  0 %  9 s  best 12" {
		t.Errorf("preparing: %q", got)
	}
	if got := l.reading("a/b.tsp", 30, 40, 9*time.Second, 80); !strings.HasPrefix(got, "reading b.tsp  #########...  75 %  ") {
		t.Errorf("reading: %q", got)
	}
	if got := l.reading("-", 3<<20, 0, 9*time.Second, 80); !strings.HasPrefix(got, "reading -  3 MiB  ") {
		t.Errorf("reading a pipe: %q", got)
	}
}

// Block characters are for terminals that know them.
func TestBlocksNeedUTF8(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{{"", "", "de_DE.UTF-8", true}, {"C", "", "de_DE.UTF-8", false}, {"", "en_GB.utf8", "C", true}, {"", "", "", false}} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_CTYPE", c.ctype)
		t.Setenv("LANG", c.lang)
		if speaksUTF8() != c.want {
			t.Errorf("%+v", c)
		}
	}
	for share, want := range map[float64]string{-1: "░░░░░░░░░░░░", 0.5: "██████░░░░░░", 1: "████████████", 2: "████████████"} {
		if got := (look{blocks: true}).bar(share); got != want {
			t.Errorf("%v: %s", share, got)
		}
	}
}

// Several goroutines write and draw.
func TestTheScreenIsShared(t *testing.T) {
	term := newEmulated(80, false)
	s := &screen{to: term, width: func() int { return 80 }, foreground: func() bool { return true }, done: make(chan struct{})}
	s.show(func(int) string { return "progress" }, nil)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 50 {
				s.draw()
				_, _ = fmt.Fprintln(s, "note "+strconv.Itoa(i)+" "+strconv.Itoa(j))
			}
		})
	}
	wg.Wait()
	s.end()
	s.end()
	if lines := term.text(); len(lines) != 200 || slices.ContainsFunc(lines, func(l string) bool { return !strings.HasPrefix(l, "note ") }) {
		t.Errorf("%d lines", len(lines))
	}
}

// Nothing is drawn in the first moments, in the background, or when there is nothing to
// say.
func TestWhenNothingIsDrawn(t *testing.T) {
	term := newEmulated(80, false)
	foreground := false
	s := &screen{to: term, width: func() int { return 80 }, foreground: func() bool { return foreground }, patience: time.Hour, began: time.Now()}
	says := func(want ...string) {
		t.Helper()
		s.draw()
		if got := term.text(); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	says()
	s.show(func(int) string { return "progress" }, nil)
	says()
	s.patience = 0
	says()
	foreground = true
	says("progress")
	s.show(nil, nil)
	says()
}
