package drill

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

var programs = []string{"fusion.nc", "linuxcnc.ngc"}

func TestProgramStyles(t *testing.T) {
	for name, want := range map[string]string{
		"fusion.nc": "mm, G-code; T3 5: 5 from 10,-10 to 12,-10; T7 3.3: 1 from 20,-20 to 20,-20; " +
			"T7 3.3: 3 from 60,-20 to 50,-20; T7 3.3: 2 from 40,-20 to 45,-20",
		"linuxcnc.ngc": "in, G-code; T1 0.031: 4 from 1,1 to 1.5,1",
	} {
		f, _ := open(t, name)
		if got := shown(f); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

// stripped returns the lines of a program without the words X and Y.
func stripped(t *testing.T, text string) []string {
	t.Helper()
	var lines []string
	for line := range strings.Lines(text) {
		p := &program{parser: parser{file: &File{}, tools: map[int]int{}}}
		if !strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "O") {
			if err := p.split(strings.TrimSpace(line)); err != nil {
				t.Fatal(err)
			}
			for _, w := range slices.Backward(p.words) {
				if w.letter == 'X' || w.letter == 'Y' {
					line = line[:w.from] + line[w.to:]
				}
			}
		}
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return lines
}

// Only the positions of holes change: every other word, comment and line number stays on its line.
func TestOnlyPositionsChange(t *testing.T) {
	for _, name := range programs {
		f, text := open(t, name)
		for seed := range uint64(20) {
			var out bytes.Buffer
			if err := f.Write(&out, shuffled(f, seed)); err != nil {
				t.Fatal(err)
			}
			if got, want := stripped(t, out.String()), stripped(t, text); !slices.Equal(got, want) {
				t.Fatalf("%s has other lines:\n%s", name, out.String())
			}
			again, err := Parse(&out, name)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := sameHoles(f, again); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// milled returns a program with the given lines.
func milled(lines ...string) string {
	return "G21 G90\nT1 M6\n" + strings.Join(lines, "\n") + "\nM30\n"
}

func TestRunsOfPrograms(t *testing.T) {
	const drill = "G81 X1 Y1 Z-1 R1 F9"
	for _, c := range []struct {
		text string
		want []int // number of holes in each run
	}{
		{milled(drill, "X2", "Y3 (a comment)", "", "N9 X4Y4", "G80"), []int{4}},
		{milled(drill, "X2", "G81 X3 Y1 Z-1 R1 F9", "X4", "G80"), []int{4}},       // the same words again
		{milled(drill, "X2", "X3 Z-2", "X4", "G80"), []int{2, 2}},                 // another depth
		{milled(drill, "X2", "G99 X3", "X4", "G80"), []int{2, 2}},                 // another retreat
		{milled(drill, "X2", "M8", "X3", "G80"), []int{2, 1}},                     // a command in between
		{milled(drill, "X2", "G0 X9 Y9", "G83 X3 Z-1 Q1 R1", "X4"), []int{2, 2}},  // another cycle
		{milled("G0 X5 Y5", "G81 Z-1 R1 F9", "X2", "X3"), []int{1, 2}},            // a hole where the machine is
		{milled("G54 G0 X5 Y5", "G81 Z-1 R1 F9", "X2"), []int{1, 1}},              // after a zero point
		{milled("G81 Z-1 R1 F9 L0", "X2 Y2", "X3"), []int{2}},                     // L0 only prepares
		{milled("G81 X1 Y1 Z-1 R1 K0", "X2 Y2 K1", "X3"), []int{2}},               // K0 too
		{milled("G83 X1 Y1 Z-9 R1 I3 J1 K2 F9", "X2"), []int{2}},                  // here K is the last peck
		{milled("/M1", drill, "X2", "G80", "G0 Z9", "T2 M6", drill), []int{2, 1}}, // another tool
		{milled(drill, "X2", "G80", "G0 X9 Y9", "G1 Z-1", "X8"), []int{2}},        // milling after a rapid move
		{milled(drill, "M30", "O2", "#1=5"), []int{1}},                            // what follows the end is not read
	} {
		f, err := Parse(strings.NewReader(c.text), "x.nc")
		if err != nil {
			t.Errorf("%v\n%s", err, c.text)
			continue
		}
		if got := sizesOf(f); !slices.Equal(got, c.want) {
			t.Errorf("runs of %v holes, want %v\n%s", got, c.want, c.text)
		}
	}
}

func TestRefusalsOfPrograms(t *testing.T) {
	const drill = "G81 X1 Y1 Z-1 R1 F9"
	for text, want := range map[string]string{
		milled("G0 X1 Y1"):                  "x.nc: the G-code contains no holes: expected drill cycles such as G81 X10 Y20 Z-2 R1 F100",
		milled(drill, "G91 X1"):             "x.nc:4: G91: incremental coordinates in a drill cycle are not supported: expected absolute coordinates (G90)",
		milled("G81 X1 Z-1"):                `x.nc:3: expected X and Y, found "G81 X1 Z-1": no earlier line states the missing coordinate`,
		milled("G81 Z-1 R1"):                "x.nc:3: G81: the position of the hole is unknown: expected X and Y",
		milled("G81 X1 Z-1 Y1"):             `x.nc:3: expected X and Y next to each other, found "G81 X1 Z-1 Y1"`,
		milled(drill, "X2 L3"):              `x.nc:4: repeated holes are not supported: expected L or K to be 0 or 1, found "X2 L3"`,
		milled(drill, "X2", "Z-4"):          "x.nc:5: G81: the hole is at the position of the previous hole, which sorting changes: expected X and Y",
		milled(drill, "X2", "G80", "G1 Y5"): "x.nc:6: the move starts at the last hole, which sorting changes: expected a rapid move (G0) to X and Y first",
		milled(drill, "G0 X2", "G1 X5"):     "x.nc:5: the move starts at the last hole, which sorting changes: expected a rapid move (G0) to X and Y first",
		milled(drill, "G80", "G92 X0 Y0"):   "x.nc:5: G92: the zero point depends on the last hole, which sorting changes",
		milled(drill, "M98 P5"):             "x.nc:4: M98: subprograms are not supported in drill cycles",
		milled("G16", drill):                "x.nc:3: G16: polar coordinates are not supported",
		milled("G20", drill):                "x.nc:3: G20: the unit changes to in after mm: expected one unit for the whole program",
		milled("G81 X#1 Y1"):                `x.nc:3: X: expected a number, found "#1 Y1"`,
		milled("#1=5"):                      `x.nc:3: expected a word such as X12.5, found "#1=5": variables and expressions are not supported`,
		milled(drill, "/X2"):                "x.nc:4: /: optional blocks are not supported in drill cycles",
	} {
		_, err := Parse(strings.NewReader(text), "x.nc")
		var fault *format.Error
		if !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestNotesOfPrograms(t *testing.T) {
	for text, want := range map[string]string{
		milled("G81 X1 Y1 Z-1"):     "",
		milled("G99 G81 X1 Y1 Z-1"): "line 3: after G99 the tool stays low between holes: check that no clamp is in its way in the new order",
		"G81 X1 Y1 Z-1\n": "line 1: the program selects no tool: its holes are listed as T1; the program contains neither G20 nor G21: its unit is taken to be mm; " +
			"the program does not end with M30, M2 or %: is it complete?",
	} {
		f, err := Parse(strings.NewReader(text), "x.nc")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(f.Notes, "; "); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// Holes with another depth or another cycle are not the same.
func TestSameHolesOfPrograms(t *testing.T) {
	read := func(text string) Board {
		f, err := Parse(strings.NewReader(text), "x.nc")
		if err != nil {
			t.Fatal(err)
		}
		return Board{File: f, Name: "x"}
	}
	b := read(milled("G81 X1 Y1 Z-1", "X2"))
	if err := b.SameHoles(read(milled("G81 X2 Y1 Z-1", "X1"))); err != nil {
		t.Error(err)
	}
	for _, other := range []string{milled("G81 X1 Y1 Z-2", "X2"), milled("G82 X1 Y1 Z-1", "X2")} {
		if err := b.SameHoles(read(other)); err == nil {
			t.Errorf("%q has the same holes", other)
		}
	}
}

func TestRecognisePrograms(t *testing.T) {
	for text, want := range map[string]bool{
		"G21\nG81 X1 Y1 Z-1\n": true, "N10 G98 G83 X1.Y1. Z-5 (c)\r\n": true, "g81 x1 y1 z-1 ; c": true, "T1 M6 G81 X1": true,
		"G21\nG0 X1\n": false, "G81\n": false, "name,G81 X1\n": false, "; G81 X1\n": false, "(G81 X1)\n": false, "G80 X1": false,
	} {
		if got := Recognise([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
