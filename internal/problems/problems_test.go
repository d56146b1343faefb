package problems

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
)

// Every row is complete, has a unique name and unique variants and file extensions, and contains a
// typical instance of its problem.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range All() {
		for _, name := range slices.Concat([]string{r.Name}, r.Variants, r.Endings) {
			if seen[name] {
				t.Errorf("%s: %s is in two rows", r.Name, name)
			}
			seen[name] = true
		}
		if r.Plural == "" || r.Summary == "" || r.Drawing == "" || r.size == "" || r.read == nil != (r.Name == Tours) {
			t.Errorf("%s: incomplete row %+v", r.Name, r)
		}
		p, err := r.typical()
		if err != nil {
			t.Fatal(err)
		}
		info, err := p.Info()
		if found, ok := Find(info.Problem); err != nil || !ok || found.Name != r.Name {
			t.Errorf("%s: its instances are of the problem %s, %v", r.Name, info.Problem, err)
		}
	}
	if _, ok := Find("torus"); ok {
		t.Error("torus was found")
	}
}

func TestOffers(t *testing.T) {
	defaults := map[string]int{}
	for _, o := range Offers() {
		if o.Typical == "" || len(o.Params) == 0 {
			t.Errorf("%s: %+v", o.Problem, o)
		}
		if o.Default {
			defaults[o.Problem]++
		}
	}
	for _, name := range Names() {
		if defaults[name] != 1 {
			t.Errorf("%s has %d default algorithms", name, defaults[name])
		}
	}
}

func TestOfFile(t *testing.T) {
	for file, want := range map[string]string{
		"stops.csv": Tours, "x": Tours, "a.tsp.gz": Tours, "tai20a.dat": "qap", "TAI20A.DAT": "qap",
		"a.ppp": "perceptron", "g.rud": "maxcut", "g.mc.zst": "maxcut", "g.col.gz": "colouring", "f.fun": "function",
	} {
		if got := OfFile(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

func TestRead(t *testing.T) {
	p, err := Read(strings.NewReader("3 2\n1 2\n2 3 -5\n"), "maxcut", "dir/triangle.mc.gz")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := p.Info(); err != nil || info != (tourmaline.InstanceInfo{Name: "triangle", Problem: "maxcut", N: 3, Hash: info.Hash}) {
		t.Errorf("%+v, %v", info, err)
	}
	if _, err := Read(strings.NewReader(""), Tours, "x"); err == nil || !strings.Contains(err.Error(), "expected one of "+strings.Join(Names()[1:], ", ")) {
		t.Error(err)
	}
	for _, r := range All() {
		if r.read != nil {
			if _, err := Read(strings.NewReader("?"), r.Name, "x"); err == nil {
				t.Errorf("%s was read from a question mark", r.Name)
			}
		}
	}
}
