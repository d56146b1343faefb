package drill

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func open(t *testing.T, name string) (*File, string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Parse(bytes.NewReader(data), name)
	if err != nil {
		t.Fatal(err)
	}
	return f, string(data)
}

// shown returns a summary of a file: its runs, each with its first and last hole.
func shown(f *File) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s", f.Unit, f.Format)
	for _, r := range f.Runs {
		first, last := r.Holes[0], r.Holes[len(r.Holes)-1]
		fmt.Fprintf(&b, "; T%d %v: %d from %v,%v to %v,%v", r.Tool.Number, r.Tool.Diameter, r.Hits(), first.X, first.Y, last.X, last.Y)
	}
	return b.String()
}

func TestStyles(t *testing.T) {
	for name, want := range map[string]string{
		"kicad.drl":   "mm, decimal points; T1 0.3: 6 from 10,-10 to 42,-30; T2 1: 5 from 20,-20 to 40,-20; T3 1.2: 5 from 5,-5 to 6,-8",
		"altium.txt":  "in, 2:5, leading zeros; T1 0.008: 5 from 0.60743,0.23895 to 0.11,0.23; T2 0.035: 4 from 1.75,3.5 to 1.65,3.5; T3 0.125: 4 from 0.1,0.1 to 1.99,0.49",
		"eagle.drd":   "in, 2:4, trailing zeros; T1 0.0236: 6 from 0.6,0.25 to 0.65,0.15; T2 0.04: 4 from 0.3,0.15 to 2.1,0.15",
		"easyeda.drl": "mm, 3:3, leading zeros; T1 0.305: 5 from 3.81,-12.7 to 4.064,-12.7; T2 0.9: 4 from 12.7,-5.08 to 22.86,-5.08",
		"inch-tz.ncd": "in, 2:4, trailing zeros; T1 0.028: 9 from 1,1 to 2.8,1.5; T2 0.04: 5 from 0.5,0.5 to 2,1.25",
	} {
		f, _ := open(t, name)
		if got := shown(f); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
		if noted := len(f.Notes) > 0; noted != (name == "eagle.drd") {
			t.Errorf("%s: notes %q", name, f.Notes)
		}
	}
}

// shuffled returns random orders of the holes of all runs.
func shuffled(f *File, seed uint64) [][]int32 {
	chance := rand.New(rand.NewPCG(seed, 1))
	orders := make([][]int32, len(f.Runs))
	for i, r := range f.Runs {
		for _, h := range chance.Perm(len(r.Holes)) {
			orders[i] = append(orders[i], int32(h))
		}
	}
	return orders
}

// sameHoles returns an error unless two files have the same holes in each run.
func sameHoles(a, b *File) error {
	if len(a.Runs) != len(b.Runs) {
		return fmt.Errorf("%d runs, want %d", len(b.Runs), len(a.Runs))
	}
	for i := range a.Runs {
		x, y := sorted(a.Runs[i].Holes), sorted(b.Runs[i].Holes)
		if a.Runs[i].Tool != b.Runs[i].Tool || !slices.Equal(x, y) {
			return fmt.Errorf("run %d: T%d %v, want T%d %v", i, b.Runs[i].Tool.Number, y, a.Runs[i].Tool.Number, x)
		}
	}
	return nil
}

// sorted returns sorted copies of the holes, without their positions in the file.
func sorted(holes []Hole) []Hole {
	holes = slices.Clone(holes)
	for i := range holes {
		holes[i].from, holes[i].to = 0, 0
	}
	slices.SortFunc(holes, func(a, b Hole) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), strings.Compare(a.Text, b.Text))
	})
	return holes
}

func sortedLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	return lines
}

// A file with a different order of holes contains the same lines, and its header is unchanged.
func TestOrderIsAllThatChanges(t *testing.T) {
	for _, name := range []string{"kicad.drl", "altium.txt", "eagle.drd", "easyeda.drl", "inch-tz.ncd"} {
		f, text := open(t, name)
		for seed := range uint64(20) {
			var out bytes.Buffer
			if err := f.Write(&out, shuffled(f, seed)); err != nil {
				t.Fatal(err)
			}
			again, err := Parse(&out, name)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := sameHoles(f, again); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			// Eagle omits coordinates, which reordered lines must contain.
			if name != "eagle.drd" && !slices.Equal(sortedLines(text), sortedLines(again.text)) {
				t.Errorf("%s has other lines:\n%s", name, again.text)
			}
			if head, _, _ := strings.Cut(text, "\n%"); !strings.HasPrefix(again.text, head) {
				t.Errorf("%s has another header:\n%s", name, again.text)
			}
		}
	}
}

func TestOrderAsItWas(t *testing.T) {
	for _, name := range []string{"kicad.drl", "altium.txt", "easyeda.drl", "inch-tz.ncd"} {
		f, text := open(t, name)
		var out bytes.Buffer
		if err := f.Write(&out, make([][]int32, len(f.Runs))); err != nil || out.String() != text {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
}

// A line that omits a coordinate is completed, because a different line may precede it in the new
// order.
func TestLeftOutCoordinates(t *testing.T) {
	f, _ := open(t, "eagle.drd")
	var texts []string
	for _, h := range append(slices.Clone(f.Runs[0].Holes), f.Runs[1].Holes...) {
		texts = append(texts, h.Text)
	}
	want := "X6000Y2500 X6000Y1500 X15000Y1500 X15000Y2500 X6500Y2500 X6500Y1500 X3000Y1500 X3000Y12000 X21000Y12000 X21000Y1500"
	if got := strings.Join(texts, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWrongOrders(t *testing.T) {
	f, _ := open(t, "altium.txt")
	for _, orders := range [][][]int32{{}, {{0}, nil, nil}, {nil, {0, 1, 2, 2}, nil}, {nil, nil, {0, 1, 2, 4}}, {nil, nil, {0, 1, 2, -1}}} {
		if err := f.Write(&bytes.Buffer{}, orders); err == nil {
			t.Errorf("%v is no order", orders)
		}
	}
}

// body returns a drill file with a header and the given lines.
func body(lines ...string) string {
	return "M48\nMETRIC,TZ\nT1C1\nT2C2\n%\n" + strings.Join(lines, "\n") + "\n"
}

// Holes are in separate runs if a command separates them, or if only some of them leave the machine
// in route mode.
func TestRuns(t *testing.T) {
	way := "G00X1Y1\nM15\nG01X2Y2\nG03X3Y3A1\nM16"
	for _, c := range []struct {
		text string
		want []int // number of holes in each run
	}{
		{body("T1", "X1Y1", "; a comment", "", "X2Y2", "(another)", "X3Y3", "M30"), []int{3}},
		{body("T1", "X1Y1", "T2", "X2Y2", "T1", "X3Y3", "X4Y4"), []int{1, 1, 2}},
		{body("T1", "X1Y1", "M06", "X2Y2"), []int{1, 1}},
		{body("T1", "X1Y1", "G04X500", "X2Y2"), []int{1, 1}},
		{body("T1", "X1Y1", "G05", "X2Y2"), []int{1, 1}},
		{body("T1", "X1Y1", way, "G05", "X2Y2", way, "G05"), []int{4}},
		{body("T1", "X1Y1", way, way, way, "G05", "X2Y2"), []int{1, 2, 2}},
		{body("T1", way, way), []int{2}},
		{body("T1", "X1Y1", "R2X3", "X2Y2", "M30", "", ";end", "%"), []int{2}},
		{body("T1", "T2", "M30"), nil},
	} {
		f, err := Parse(strings.NewReader(c.text), "x")
		if err != nil {
			t.Errorf("%v\n%s", err, c.text)
			continue
		}
		if got := sizesOf(f); !slices.Equal(got, c.want) {
			t.Errorf("runs of %v holes, want %v\n%s", got, c.want, c.text)
		}
	}
}

// sizesOf returns the number of holes of each run.
func sizesOf(f *File) []int {
	return list.Map(f.Runs, func(r Run) int { return len(r.Holes) })
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		header, word string
		want         float64
	}{
		{"INCH,LZ", "15", 15}, {"INCH,TZ", "15", 0.0015}, {"INCH,LZ", "015", 1.5}, {"INCH,TZ", "15000", 1.5},
		{"METRIC,LZ", "-0015", -1.5}, {"METRIC,TZ", "1500", 1.5}, {"METRIC,LZ,0000.00", "0001", 1}, {"METRIC,TZ,0000.00", "150", 1.5},
		{"METRIC,LZ", "+1.25", 1.25}, {"INCH", "-.5", -0.5}, {"METRIC, TZ", "5", 0.005},
		{";FILE_FORMAT=4:4\nMETRIC,TZ", "15000", 1.5}, {"METRIC,TZ\n;FILE_FORMAT=4:4", "15000", 1.5},
		{"; FORMAT={3:3/ absolute / metric / suppress leading zeros}\nMETRIC", "1500", 1.5},
		{"; FORMAT={3:3/ absolute / metric / suppress trailing zeros}\nMETRIC", "0015", 1.5},
		{"METRIC,TZ\nM71", "1500", 1.5}, {"M71", "001500", 1.5}, {"METRIC", "0015", 1.5}, {"METRIC", "1500", 1.5}, {"M72", "1500", 0.15},
	} {
		f, err := Parse(strings.NewReader("M48\n"+c.header+"\nT1C1\n%\nT1\nX"+c.word+"Y0\n"), "x")
		if err != nil {
			t.Errorf("%s X%s: %v", c.header, c.word, err)
			continue
		}
		if got := f.Runs[0].Holes[0].X; got != c.want {
			t.Errorf("%s: X%s is %v, want %v", c.header, c.word, got, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"M48\n\x00":                      "x: found a zero byte, expected the text of an Excellon drill file, which begins with M48",
		"":                               "x: expected M48, the beginning of an Excellon drill file, found nothing",
		"name,x,y\n":                     `x:1: expected M48, the beginning of an Excellon drill file, found "name,x,y"`,
		"G04 a*\n%FSLAX46Y46*%\n%MOMM*%": "x: this is a Gerber file (copper layer), not a drill file: expected an Excellon file, which begins with M48",
		"M48\nT1C1\n%\nT1\nX1.0Y1.0\n":   "x: the file contains no unit: expected METRIC or INCH in the header",
		"M48\nMETRIC\nICI,ON\n":          "x:3: ICI: incremental coordinates are not supported: expected absolute coordinates (G90)",
		"M48\nMETRIC\nFMAT,1\n":          "x:3: FMAT,1: format 1 is not supported: expected FMAT,2",
		"M48\nMETRIC\nT1Cx\n":            `x:3: T1: expected a diameter after C, found "x"`,
		body("X1Y1"):                     "x:6: the hole has no tool: expected a line such as T1 before it",
		body("T1", "G91"):                "x:7: G91: incremental coordinates are not supported",
		body("T1", "X1Y1", "M02X1Y1"):    "x:8: M02: repeated patterns are not supported",
		body("T1", "X1"):                 `x:7: expected X and Y, found "X1": no earlier line sets the missing coordinate`,
		body("T1", "X1Y1", "R2X1", "Y3"): `x:9: expected X and Y, found "Y3": no earlier line sets the missing coordinate`,
		body("T1", "XaY1"):               "x:7: X: expected a number, found nothing",
		body("T1", "X1.2.3Y1"):           `x:7: X: expected a number, found "1.2.3"`,
		body("T1", "X1Y--1"):             `x:7: Y: expected a number, found "--1"`,
		body("T1", "X1Y1Z1"):             `x:7: expected the end of the line after the coordinates, found "Z1"`,
		body("T1", "X1Y1G85"):            "x:7: G85: expected the end of the slot, found nothing",
		body("T1", "R2X1"):               "x:7: R: expected a single hole before the repeats",
		body("T1", "X1Y1", "R9999999X1"): `x:8: R: expected at most 1000000 repeats in a file, found "R9999999X1"`,
		body("T1", "X1Y1", "R999999X1", "X1Y1", "R2X1"):      `x:10: R: expected at most 1000000 repeats in a file, found "R2X1"`,
		body("T1", "X1Y1", "R2"):                             `x:8: R: expected the distance between repeats, such as R8X250, found "R2"`,
		body("T1", "G00X1Y1", "X2Y2"):                        `x:8: X2Y2: expected M15 after G00, found "X2Y2"`,
		body("T1", "G00X1", "M15"):                           `x:7: G00: expected X and Y of the start of a routed path, found "G00X1"`,
		body("T1", "G00X1Y1", "M15"):                         "x:7: G00: the routed path does not end: expected M16",
		body("T1", "G00X1Y1", "M15", "G01X2", "M16", "X1Y1"): "x:11: the line is a move in route mode: expected G05 before a hole",
		body("T1", "X1Y1", "M72", "X2Y2"):                    "x:8: M72: the unit changes to in after mm: expected one unit for the whole file",
		body("M72", "T1", "X1Y1"):                            "x:6: M72: the unit changes to in after mm: expected one unit for the whole file",
		"M48\nMETRIC\nINCH,TZ\nT1C1\n%\nT1\nX1Y1\n":          "x:3: INCH: the unit changes to in after mm: expected one unit for the whole file",
		body("T1", "X1Y1", "METRIC,LZ", "X2Y2"):              "x:8: METRIC: the number format changes after the first hole: expected one format for all holes",
		body("T1", "X1Y1", "M00", "X3Y3"):                    `x:9: expected nothing after the end of the program, found "X3Y3"`,
		body("T1", "G93X0Y05"):                               "x:7: G93: shifted zero points are not supported",
		body("T1", "hello"):                                  `x:7: expected a hole such as X1500Y2000, a tool such as T1, or M30, found "hello"`,
		body("T9999999"):                                     `x:6: expected a tool number, found "T9999999"`,
	} {
		_, err := Parse(strings.NewReader(text), "x")
		var fault *format.Error
		if !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestNotes(t *testing.T) {
	const cut = "the file does not end with M30: is it complete?"
	const unknown = "line 8: T7 is not defined in the header: its diameter is unknown"
	for text, want := range map[string]string{
		body("T1", "X1Y1", "M30"):                               "",
		body("T1", "X1Y1", "M00"):                               "",
		body("T1", "X1Y1", "T0", "M30"):                         "",
		body("T1", "X1Y1"):                                      cut,
		body("T1", "X1Y1", "T7", "X2Y2", "M30"):                 unknown,
		body("T1", "X1Y1", "T7", "X2Y2", "T1", "T7", "X3Y3"):    unknown + "; " + cut,
		body("T1", "X1Y1", "T7C0.5", "X2Y2", "T7", "Y3", "M30"): "",
	} {
		f, err := Parse(strings.NewReader(text), "x")
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(f.Notes, "; "); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestPlacesOfRepeats(t *testing.T) {
	f, err := Parse(strings.NewReader(body("T1", "X1000Y1000", "R2X500Y-250", "X9000Y0", "M30")), "x")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Runs[0].Places(), []float64{1, 1, 1.5, 0.75, 2, 0.5, 9, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]bool{
		"M48\n": true, "; KiCad\r\n\r\nM48\r\nMETRIC": true, "%\nM48\n": true, "\ufeffM48": true,
		"": false, "x,y\nM48\n": false, "M480\n": false, ";only\n": false,
	} {
		if got := Recognise([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// FuzzParse checks that every file that is parsed can be written with its holes in any order, and
// that the written file contains the same holes.
func FuzzParse(f *testing.F) {
	names, err := filepath.Glob("testdata/*.*")
	if err != nil || len(names) == 0 {
		f.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(body("T1", "X1Y1", "R2X1", "G00X1Y1", "M15", "G01X2", "M16", "X1Y1")))
	f.Fuzz(func(t *testing.T, data []byte) {
		var file *File
		var err error
		testkit.Frugal(t, len(data), func() { file, err = Parse(bytes.NewReader(data), "fuzz") })
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := file.Write(&out, shuffled(file, uint64(len(data)))); err != nil {
			t.Fatal(err)
		}
		again, err := Parse(bytes.NewReader(out.Bytes()), "again")
		if err != nil {
			t.Fatalf("%v\n%q", err, out.String())
		}
		if err := sameHoles(file, again); err != nil {
			t.Fatalf("%v\n%q\n%q", err, data, out.String())
		}
	})
}
