package perceptron

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"pgregory.net/rapid"
)

const example = "# two rows, three columns\nPERCEPTRON 2 3\n+-+\n--+\nPRODUCTS\n1 3\n"

func TestRead(t *testing.T) {
	for name, file := range map[string]string{
		"the example of the package": example,
		"as Write has it":            "PERCEPTRON 2 3\n+-+\n--+\nPRODUCTS\n1 3\n",
		"blanks, comments, any order": "\r\n  PERCEPTRON\t2   3 # header\r\n\r\n +-+ # a row\n#+++\n\t--+\r\n" +
			"PRODUCTS 3 # the first\n\n1\n# the end",
	} {
		in, err := Read(strings.NewReader(file), "folder/small.ppp")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if in.Hash() != small().Hash() || in.Name != "small" {
			t.Errorf("%s: %+v", name, in)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"", "x:1: the file ends here, expected PERCEPTRON followed by the numbers of rows and columns"},
		{"\n\nTSP 1 2", `x:3: found "TSP 1 2", expected PERCEPTRON followed by the numbers of rows and columns`},
		{"PERCEPTRON 2", `x:1: found "PERCEPTRON 2", expected PERCEPTRON followed by the numbers of rows and columns`},
		{"PERCEPTRON 2 b", `x:1: found "PERCEPTRON 2 b", expected PERCEPTRON followed by the numbers of rows and columns`},
		{"PERCEPTRON 0 2", "x:1: got 0 rows and 2 columns, expected 1 to 20000 of each"},
		{"PERCEPTRON 16000 16000", "x:1: 16000 rows and 16000 columns have 256000000 entries, but the limit is 100000000"},
		{"PERCEPTRON 2 3\n+-+\n", "x:2: the file ends here, expected row 2 of 2"},
		{"PERCEPTRON 2 3\n+-\n", "x:2: row 1 of 2 has 2 entries, expected 3"},
		{"PERCEPTRON 2 3\n+-+\n+1-", `x:3: found "1" in row 2 of 2, expected only + and -`},
		{"PERCEPTRON 1 3\n+-+\n", "x:2: the file ends here, expected PRODUCTS"},
		{"PERCEPTRON 1 3\n+-+\n+-+\n", `x:3: found "+-+" after the last of 1 rows, expected PRODUCTS`},
		{"PERCEPTRON 1 3\n+-+\nPRODUCTS\n", "x:3: the file ends here, expected 1 products, found 0"},
		{"PERCEPTRON 1 3\n+-+\nPRODUCTS one", `x:3: found "one", expected a product: a whole number from 0 to 3`},
		{"PERCEPTRON 1 3\n+-+\nPRODUCTS -1", "x:3: product -1: expected 0 to 3, the number of columns"},
		{"PERCEPTRON 1 3\n+-+\nPRODUCTS\n2", "x:4: product 2: a sum of 3 terms of ±1 is always odd"},
		{"PERCEPTRON 1 3\n+-+\nPRODUCTS 1 3", "x:3: got 2 or more products, expected one for each of 1 rows"},
		{"PERCEPTRON 1 3\n+-+\nPRODUCTS 1\n\n3", `x:5: found "3" after the last of 1 products, expected the end of the file`},
		{"PERCEPTRON 1 3\n" + strings.Repeat("+", 1<<20+1), "x:2: expected at most 1 MiB for a line, found more"},
		{"PERCEPTRON 1 3\n" + strings.Repeat("+", 99) + "?", `x:2: found "?" in row 1 of 1, expected only + and -`},
		{strings.Repeat("word ", 99), `x:1: found "word word word word word word word word "…, expected PERCEPTRON followed by the numbers of rows and columns`},
	} {
		if _, err := Read(strings.NewReader(c.file), "x"); text(err) != c.want {
			t.Errorf("%.60q:\n%s, want\n%s", c.file, text(err), c.want)
		}
	}
}

// Read and Write return I/O errors that occur at any position.
func TestBrokenFiles(t *testing.T) {
	broken := errors.New("broken")
	for n := range len(example) + 1 {
		r := io.MultiReader(strings.NewReader(example[:n]), iotest.ErrReader(broken))
		if _, err := Read(r, "x"); err == nil {
			t.Errorf("read %d bytes and no error", n)
		} else if strings.HasSuffix(example[:n], "\n") && !errors.Is(err, broken) {
			t.Errorf("read %d bytes: %v", n, err)
		}
	}
	r, w := io.Pipe()
	r.CloseWithError(broken)
	if err := Write(w, small()); !errors.Is(err, broken) {
		t.Errorf("a writer that fails: %v", err)
	}
}

// A header that declares a large instance does not make Read allocate much memory.
func TestHeadersAreNotBelieved(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Read(strings.NewReader("PERCEPTRON 6250 16000\n+\n"), "x"); err == nil {
		t.Error("no error")
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1<<18 {
		t.Errorf("%d bytes allocated", allocated)
	}
}

func rewrite(t interface{ Fatalf(string, ...any) }, in *Instance) {
	var b bytes.Buffer
	if err := Write(&b, in); err != nil {
		t.Fatalf("%v", err)
	}
	file := b.String()
	out, err := Read(&b, in.Name)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	if out.Hash() != in.Hash() || out.Name != in.Name || out.rows != in.rows || out.Cols() != in.Cols() {
		t.Fatalf("the instance changed:\n%s", file)
	}
}

func TestWriteThenReadIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { rewrite(t, drawInstance(t, 60, 60)) })
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(example))
	f.Add([]byte("PERCEPTRON 1 1\n-\nPRODUCTS 1"))
	f.Add([]byte("PERCEPTRON 1 2\n-+\nPRODUCTS 0 # none"))
	f.Add([]byte("PERCEPTRON 16000 6250\n+"))
	f.Add([]byte("PERCEPTRON 2 3\n+-+\n--+\nPRODUCTS\n1 99999999999999999999\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		var in *Instance
		var err error
		testkit.Frugal(t, len(file), func() { in, err = Read(bytes.NewReader(file), "fuzz") })
		if err == nil {
			rewrite(t, in)
		}
	})
}
