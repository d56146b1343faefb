package format_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A table implements tsp.Columns.
type table struct {
	titles []string
	rows   [][]string
}

func (t table) Titles() []string { return t.titles }
func (t table) Len() int         { return len(t.rows) }
func (t table) Text(city int32, column int) string {
	if row := t.rows[city]; column < len(row) {
		return row[column]
	}
	return ""
}

// kept returns an instance with the table it was read from.
func kept(t *testing.T, coords []float64, titles []string, rows ...[]string) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromCoords(tsp.Euclidean, 2, coords)
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{Columns: table{titles, rows}}); err != nil {
		t.Fatal(err)
	}
	return in
}

func written(t *testing.T, in *tsp.Instance, tour tsp.Tour) string {
	t.Helper()
	var b bytes.Buffer
	if err := format.WriteTour(&b, in, tour, nil, format.CSV); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Every column of the input file is written unchanged, and reading the file yields the same tour,
// even if no title is known and some rows are equal.
func TestTourCSVKeepsColumns(t *testing.T) {
	customers := kept(t, []float64{0, 0, 15, 0, 15, 20},
		[]string{"Kunde", "Breite", " Länge", "Tel.", "Notiz, lang"},
		[]string{"Müller", "00.0", "0", "040 / 12", ""},
		[]string{"Müller", "15", "0", "", "erst \"klingeln\""},
		[]string{"Meyer", "15", "20", "", "hinten"})
	comma := kept(t, []float64{0, 0, 1.5, 0}, []string{"Name", "X", "Y"}, []string{"A", "0", "0"}, []string{"B; C", "1,5", "0"})
	again := kept(t, []float64{0, 0, 10, 0}, []string{"Position", "name", "LEG", "x", "y", "total"},
		[]string{"2", "A", "7", "0", "0", "9"}, []string{"1", "B", "8", "10", "0", "9"})
	twins := kept(t, []float64{0, 0, 10, 0, 0, 0}, []string{"place", "x", "y"}, []string{"A", "0", "0"}, []string{"B", "10", "0"}, []string{"A", "0", "0"})
	path, err := customers.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in   *tsp.Instance
		tour tsp.Tour
		want string
	}{
		{customers, tsp.Tour{0, 2, 1}, `position,Kunde,Breite," Länge",Tel.,"Notiz, lang",leg,total
1,Müller,00.0,0,040 / 12,,0,0
2,Meyer,15,20,,hinten,25,25
3,Müller,15,0,,"erst ""klingeln""",20,45
4,Müller,00.0,0,040 / 12,,15,60
`},
		{path, tsp.Tour{0, 1, 2}, `position,Kunde,Breite," Länge",Tel.,"Notiz, lang",leg,total
1,Müller,00.0,0,040 / 12,,0,0
2,Müller,15,0,,"erst ""klingeln""",15,15
3,Meyer,15,20,,hinten,20,35
`},
		{comma, tsp.Tour{0, 1}, "position;Name;X;Y;leg;total\n1;A;0;0;0;0\n2;\"B; C\";\"1,5\";0;1,5;1,5\n3;A;0;0;1,5;3\n"},
		{again, tsp.Tour{1, 0}, "position,name,x,y,leg,total\n1,B,10,0,0,0\n2,A,0,0,10,10\n3,B,10,0,10,20\n"},
		{twins, tsp.Tour{0, 2, 1}, "position,place,x,y,leg,total\n1,A,0,0,0,0\n2,A,0,0,0,0\n3,B,10,0,10,10\n4,A,0,0,10,20\n"},
	} {
		text := written(t, c.in, c.tour)
		if diff := cmp.Diff(c.want, text); diff != "" {
			t.Error(diff)
		}
		closed := c.in
		if c.in.Open() {
			closed = customers
		}
		got, stated, err := format.ReadTour(strings.NewReader(text), "a.csv", closed)
		if err != nil || !cmp.Equal(got, c.tour) {
			t.Errorf("%v became %v, %v", c.tour, got, err)
			continue
		}
		if err := stated.Check(c.in, got); err != nil || stated.Path != c.in.Open() {
			t.Errorf("%v: %+v, %v", c.tour, stated, err)
		}
	}
}

// A table that a spreadsheet has rewritten is read by its ids or names, and false statements in it
// are detected.
func TestTourCSVWrittenAnew(t *testing.T) {
	in := kept(t, []float64{0, 0, 15, 0, 15, 20}, []string{"id", "x", "y", "phone"}, []string{"1", "0.0", "0", "1"}, []string{"2", "15", "0", "2"}, []string{"3", "15", "20", "3"})
	text := written(t, in, tsp.Tour{0, 1, 2})
	for from, to := range map[string]string{
		"1,1,0.0,0,1,0,0":     "1,1,0,0,1,0,0",
		"2,2,15,0,2,15,15":    "2,2,15,0,2 (new),15,15",
		"3,3,15,20,3,20,35":   "3,3,15,20,,20,35",
		"4,1,0.0,0,1,25,60\n": "4,1,0,0,,25,60\n",
	} {
		changed := strings.Replace(text, from, to, 1)
		got, stated, err := format.ReadTour(strings.NewReader(changed), "a.csv", in)
		if changed == text || err != nil || stated.Check(in, got) != nil || stated.Path {
			t.Errorf("%s: %v, %v", to, err, stated.Check(in, got))
		}
	}
	for from, to := range map[string]string{
		"2,2,15,0,2,15,15":  "2,2,16,0,2,15,15",
		"3,3,15,20,3,20,35": "3,3,15,20,3,21,35",
		"1,25,60\n":         "1,25,61\n",
	} {
		changed := strings.Replace(text, from, to, 1)
		got, stated, err := format.ReadTour(strings.NewReader(changed), "a.csv", in)
		if changed == text || err != nil || stated.Check(in, got) == nil {
			t.Errorf("%s: %v, %v", to, err, stated.Check(in, got))
		}
	}
	odd := kept(t, []float64{0, 0, 10, 0}, []string{"who"}, []string{"A"}, []string{"B"})
	_, _, err := format.ReadTour(strings.NewReader("who\nA\nC\n"), "a.csv", odd)
	if want := `a.csv:3: expected the columns of the instance next to those of the tour, found "C"`; !errors.Is(err, format.ErrNoTour) || err.Error() != want {
		t.Errorf("%v, expected %s", err, want)
	}
}

// Names remain labels in a table with codes as ids.
func TestTourCSVWithCodes(t *testing.T) {
	in := read(t, "a.json", `[{"name": "North", "x": 0, "y": 0}, {"name": "South", "x": 0, "y": 3}, {"name": "North", "x": 4, "y": 0}]`, format.Options{})
	d := in.Details()
	d.Codes = []string{"C-1", "C-2", "1"}
	in, err := in.With(d)
	if err != nil {
		t.Fatal(err)
	}
	text := written(t, in, tsp.Tour{0, 2, 1})
	want := "position,id,x,y,name,leg,total\n1,C-1,0,0,North,0,0\n2,1,4,0,North,4,4\n3,C-2,0,3,South,5,9\n4,C-1,0,0,North,3,12\n"
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
	got, stated, err := format.ReadTour(strings.NewReader(text), "a.csv", in)
	if err != nil || !cmp.Equal(got, tsp.Tour{0, 2, 1}) || stated.Check(in, got) != nil {
		t.Errorf("%v, %v, %v", got, err, stated.Check(in, got))
	}
	got, stated, err = format.ReadTour(strings.NewReader(strings.Replace(text, "South", "East", 1)), "a.csv", in)
	if err != nil || stated.Check(in, got) == nil {
		t.Errorf("a false name passed: %v, %v", err, stated.Check(in, got))
	}
}

// A tour's table can be read as an instance. The last row of a closed tour is not a separate city.
func TestTourCSVIsAnInstance(t *testing.T) {
	for title, c := range map[string]struct {
		text string
		n    int
	}{
		"a tour":             {"position,name,x,y,leg,total\n1,A,0,0,0,0\n2,B,1,0,1,1\n3,C,1,1,1,2\n4,A,0,0,2,4\n", 3},
		"with ids":           {"Position,ID,x,y,Leg,Total\n1,7,0,0,0,0\n2,8,1,0,1,1\n3,7,0,0,1,2\n", 2},
		"a path":             {"position,name,x,y,leg,total\n1,A,0,0,0,0\n2,B,1,0,1,1\n3,C,1,1,1,2\n", 3},
		"twins":              {"position,name,x,y,leg,total\n1,A,0,0,0,0\n2,A,0,0,0,0\n3,C,1,1,2,2\n4,A,0,0,2,4\n", 3},
		"twins at the end":   {"position,name,x,y,leg,total\n1,A,0,0,0,0\n2,C,1,1,2,2\n3,A,0,0,2,4\n4,A,0,0,0,4\n", 3},
		"not that of a tour": {"name,x,y,total\nA,0,0,0\nB,1,0,1\nA,0,0,5\n", 3},
	} {
		if in := read(t, "a.csv", c.text, format.Options{}); in.N() != c.n {
			t.Errorf("%s: %d cities, expected %d", title, in.N(), c.n)
		}
	}
	if err := refuse("a.csv", "position,name,x,y,leg,total\n1,A,0,0,0,0\n2,A,0,0,0,0\n3,B,?,0,1,2\n"); err == nil || !strings.Contains(err.Error(), "a.csv:4: x:") {
		t.Errorf("the line of a fault: %v", err)
	}
}
