package format_test

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// describe summarises a document: metric and unit, the cities with their codes or ids, names and
// places, the stored columns, the skipped rows, and the warnings.
func describe(doc *format.Document) string {
	in := doc.Instance
	var b strings.Builder
	fmt.Fprintf(&b, "%v %s\n", in.Metric(), in.Details().Unit)
	for i := range int32(in.N()) {
		code := fmt.Sprint(in.ID(i))
		if in.Details().Codes != nil {
			code = in.Details().Codes[i]
		}
		label := ""
		if in.Details().Labels != nil {
			label = in.Details().Labels[i]
		}
		d := in.Dims()
		fmt.Fprintf(&b, "%s %q %v\n", code, label, in.Coords()[int(i)*d:(int(i)+1)*d])
	}
	if in.Dims() == 0 {
		fmt.Fprintln(&b, distances(in))
	}
	if c := in.Details().Columns; c != nil {
		fmt.Fprintf(&b, "columns %q, last %q\n", c.Titles(), c.Text(int32(in.N()-1), len(c.Titles())-1))
	}
	for _, e := range doc.Skipped {
		fmt.Fprintln(&b, "left out", e)
	}
	for _, e := range doc.Doubts {
		fmt.Fprintln(&b, "doubt", e)
	}
	return b.String()
}

// Files as exported by common programs are read correctly, or rejected with a helpful message.
func TestGoldenMessyFiles(t *testing.T) {
	t.Chdir(filepath.Join("testdata", "messy"))
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range files {
		for _, skip := range []bool{false, true} {
			doc, err := budget.File(f.Name(), func(r io.Reader, name string) (*format.Document, error) {
				return format.Load(r, name, format.Options{SkipInvalid: skip})
			})
			if skip && (err != nil || doc.Left == 0) {
				continue
			}
			fmt.Fprintf(&b, "--- %s\n", f.Name())
			if err != nil {
				fmt.Fprintln(&b, "refused", err)
			} else {
				b.WriteString(describe(doc))
			}
		}
	}
	golden := filepath.Join("..", "messy.golden")
	if *update {
		testkit.WriteFile(t, golden, b.String())
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Error(diff)
	}
}
