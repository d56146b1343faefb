package qap

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

func TestReadTellsWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "f:1: expected the number of facilities, found the end of the file"},
		{"no number", "two", `f:1: expected the number of facilities, found "two"`},
		{"none", "0", "f:1: expected the number of facilities, from 1 to 10000, found 0"},
		{"claims much", "10000\n1 2 3", "f:2: expected a number of the first matrix, found the end of the file (row 1, column 4)"},
		{"more than there may be", "2000000000", "from 1 to 10000, found 2000000000"},
		{"half a matrix", "2\n0 1\n1 0\n\n0 1\n1", "f:6: expected a number of the second matrix, found the end of the file (row 2, column 2)"},
		{"a word", "2\n0 1\nx 0", `f:3: expected a number of the first matrix, found "x" (row 2, column 1)`},
		{"too long", "1\n3\n4\n5", `f:4: expected the end of the file after two 1×1 matrices, found "5"`},
		{"too large", "1\n9223372036854775807\n9223372036854775807", "expected less than 2^53"},
		{"beyond 64 bits", "1\n9223372036854775808\n1", "f:2: expected a number of the first matrix"},
	} {
		_, err := Read(strings.NewReader(c.text), "f")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestReadSolutionTellsWhatIsWrong(t *testing.T) {
	in, err := New("x", 2, []int64{0, 1, 2, 0}, []int64{0, 3, 4, 0})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":           "f:1: expected the number of facilities, found the end of the file",
		"3 1":        "f:1: not an assignment: the solution has 3 facilities, but x has 2",
		"2":          "f:1: expected the cost, found the end of the file",
		"2 a":        `f:1: expected the cost, found "a"`,
		"2 11":       "f:1: expected a place, found the end of the file",
		"2 11\n1":    "f:2: expected a place, found the end of the file",
		"2 11\n1\n1": "facilities 1 and 2 are both at place 1",
		"2 11 0 1":   "f:1: not an assignment: expected a place from 1 to 2, found 0",
		"2 11 1 3":   "f:1: not an assignment: expected a place from 1 to 2, found 3",
		"2 11 1 2 3": `expected the end of the file after 2 places, found "3"`,
		"2 11 1 2 x": `expected the end of the file after 2 places, found "x"`,
	} {
		p, stated, err := ReadSolution(strings.NewReader(text), "f", in)
		if err == nil || !strings.Contains(err.Error(), want) || p != nil || stated != 0 {
			t.Errorf("%q: %v, %d, %v, want %s", text, p, stated, err, want)
		}
	}
	p, stated, err := ReadSolution(strings.NewReader("2 11\n1 2"), "f", in)
	if err != nil || stated != 11 || !slices.Equal(p, Assignment{0, 1}) {
		t.Errorf("%v %v %v", p, stated, err)
	}
}

// A written solution states its cost, counts places from 1, and can be read again.
func TestWriteSolution(t *testing.T) {
	in, err := New("x", 2, []int64{0, 1, 2, 0}, []int64{0, 3, 4, 0})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteSolution(&b, in, Assignment{1, 0}); err != nil || b.String() != "2 10\n2 1\n" {
		t.Errorf("%v, wrote %q", err, b.String())
	}
	p, stated, err := ReadSolution(&b, "f", in)
	if err != nil || stated != 10 || !slices.Equal(p, Assignment{1, 0}) {
		t.Errorf("%v %v %v", p, stated, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("2\n0 1\n1 0\n\n0 5\n5 0\n"))
	f.Add([]byte("1 -3 7"))
	f.Add([]byte("10000 1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var in *Instance
		var err error
		testkit.Frugal(t, len(text), func() { in, err = Read(bytes.NewReader(text), "f") })
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, in); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b, "f")
		if err != nil || again.Hash() != in.Hash() {
			t.Fatalf("%v: what was written is not what was read", err)
		}
	})
}

func FuzzReadSolution(f *testing.F) {
	in, err := New("x", 3, []int64{0, 1, 2, 3, 0, 4, 5, 6, 0}, []int64{0, 3, 4, 5, 0, 6, 7, 8, 0})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("3 100 3 2 1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		testkit.Frugal(t, len(text), func() {
			if p, _, err := ReadSolution(bytes.NewReader(text), "f", in); err == nil && in.Check(p) != nil {
				t.Fatal(in.Check(p))
			}
		})
	})
}

// All QAPLIB instances are read and recognised, and their solutions have the stated costs, with
// known exceptions.
func TestQAPLIB(t *testing.T) {
	dir := filepath.Join(testkit.Data(t), "qaplib")
	files, _ := filepath.Glob(filepath.Join(dir, "*.dat"))
	if len(files) != 136 {
		t.Fatalf("%d instances, expected 136", len(files))
	}
	solved := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".dat")
		in := readFile(t, file, name)
		known, ok := BestKnown(in)
		if !ok {
			t.Errorf("%s is not recognised", name)
			continue
		}
		f, err := os.Open(strings.TrimSuffix(file, ".dat") + ".sln")
		if err != nil {
			continue
		}
		p, stated, err := ReadSolution(f, name, in)
		_ = f.Close()
		switch cost := in.Cost(p); {
		case name == "tai40a": // does not contain an assignment
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case name == "kra32": // the file states 88900
			if cost != 88700 {
				t.Errorf("kra32: %v", cost)
			}
		case cost != float64(stated) || cost < float64(known.Value):
			t.Errorf("%s: the solution costs %v, the file says %d, best known is %d", name, cost, stated, known.Value)
		default:
			solved++
		}
	}
	if solved < 126 {
		t.Errorf("%d solutions are right, expected 126", solved)
	}
}

func readFile(t testing.TB, path, name string) *Instance {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	in, err := Read(f, name)
	if err != nil {
		t.Fatal(err)
	}
	return in
}
