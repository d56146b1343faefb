package job

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func TestIsWorkbook(t *testing.T) {
	for _, c := range []struct {
		form, file string
		want       bool
	}{
		{"", "a.xlsx", true}, {"", "a.XLSM", true}, {"", "a.csv", false}, {"", "xlsx", false},
		{"xlsx", "a.bin", true}, {"xlsx", "a.csv", true}, {"csv", "a.xlsx", true}, {"matrix", "a.xlsx", true},
		{"csv", "a.csv", false}, {"tsplib", "a.xlsx", false},
	} {
		if got := (Reading{Format: c.form}).IsWorkbook(c.file); got != c.want {
			t.Errorf("%q, %s: %t", c.form, c.file, got)
		}
	}
}

// A file of several sheets is read as its first one, with a note. An error in the first sheet lists
// the others.
func TestSheets(t *testing.T) {
	book, err := os.ReadFile(filepath.Join("..", "sheet", "testdata", "stops.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	read := func(r Reading) (*format.Document, error) {
		return r.Read(bytes.NewReader(book), "stops.xlsx", format.Options{})
	}
	notes := func(d *format.Document) int {
		return len(slices.DeleteFunc(slices.Clone(d.Doubts), func(e *format.Error) bool { return !strings.Contains(Note(e, "--sheet"), "--sheet selects") }))
	}
	first, err := read(Reading{SkipInvalid: true})
	if err != nil || notes(first) != 1 {
		t.Errorf("%+v, %v", first, err)
	}
	depots, err := read(Reading{SkipInvalid: true, Sheet: "Depots"})
	if err != nil || notes(depots) != 0 {
		t.Errorf("%+v, %v", depots, err)
	}
	_, err = read(Reading{Sheet: "Nothing"})
	failed(t, "an unknown sheet", err, BadInstance, "instance")
	var sheets *SheetError
	if _, err = read(Reading{SkipInvalid: true, Columns: map[string]string{"x": "magic"}}); !errors.As(err, &sheets) ||
		!strings.HasSuffix(err.Error(), `this is the first of 2 sheets, "Stops"; reading.sheet selects a different sheet: Depots`) {
		t.Errorf("columns that the first sheet does not have: %v", err)
	}
	if _, err = read(Reading{SkipInvalid: true, Sheet: "Depots", Columns: map[string]string{"x": "magic"}}); err == nil || errors.As(err, &sheets) {
		t.Errorf("columns that the requested sheet does not have: %v", err)
	}
}

// Two numbers in each of two rows are places, unless the format says that they are a matrix.
func TestMatrixInAWorkbook(t *testing.T) {
	book := workbookOf(t, "<row><c><v>0</v></c><c><v>5</v></c></row><row><c><v>6</v></c><c><v>0</v></c></row>")
	for form, matrix := range map[string]bool{"matrix": true, "csv": false, "": false, "xlsx": false} {
		doc, err := Reading{Format: form}.Read(bytes.NewReader(book), "m.xlsx", format.Options{})
		if err != nil || doc.Instance.N() != 2 || (doc.Instance.Dist(1, 0) == 6) != matrix || len(doc.Doubts) != 0 {
			t.Errorf("%q: %+v, %v", form, doc, err)
		}
	}
}

func TestWithUnit(t *testing.T) {
	plain, err := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {9, 0}})
	if err != nil {
		t.Fatal(err)
	}
	globe, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{0, 0}, {9, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in         *tsp.Instance
		unit, want string // an empty want means an error
	}{{plain, "km", "km"}, {globe, "", "m"}, {globe, "m", "m"}, {globe, "km", ""}} {
		got, err := Reading{Unit: c.unit}.WithUnit(c.in)
		if c.want == "" {
			failed(t, c.unit, err, BadField, "reading.unit")
		} else if err != nil || got.Details().Unit != c.want {
			t.Errorf("%q: %v, expected %q", c.unit, err, c.want)
		}
	}
}

// An error about a choice names the choice that is probably meant.
func TestMeantChoice(t *testing.T) {
	for typed, want := range map[string]string{"tsplb": "did you mean tsplib?", "TSPLIB": "did you mean tsplib?", "parchment": "expected one of"} {
		err := Reading{Format: typed}.Validate()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "did you mean") != strings.Contains(want, "did you mean") {
			t.Errorf("%s: %v, expected %q", typed, err, want)
		}
		if _, read := (Reading{Format: typed}).Read(strings.NewReader("1,2"), "a.csv", format.Options{}); read == nil || read.Error() != err.Error() {
			t.Errorf("%s: %v, expected %v", typed, read, err)
		}
	}
}
