package verify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A certificate in a result is verified; a missing, damaged or wrong one is rejected.
func TestCertificates(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Bound: true, Limits: tourmaline.Limits{Steps: 2}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "result.json")
	check := func() (Tour, error) {
		data, err := json.Marshal(r)
		if err == nil {
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		tour, err := ReadTour(path, in, true)
		if err != nil {
			t.Fatal(err)
		}
		return tour, tour.CheckCertificate(t.Context())
	}
	tour, err := check()
	if err != nil || *tour.Proven != r.Certificate.Bound || !strings.Contains(tour.Report().ProvenText(), "longer than the shortest") {
		t.Errorf("%+v: %v", tour.Report(), err)
	}
	for want, change := range map[string]func(){
		"prove only":      func() { r.Certificate.Bound++ },
		"weights, expect": func() { r.Certificate.Weights = r.Certificate.Weights[1:] },
		"is missing":      func() { r.Certificate = nil },
	} {
		before := r.Certificate
		c := *before
		r.Certificate = &c
		change()
		if _, err := check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
		r.Certificate = before
	}
}
