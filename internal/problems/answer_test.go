package problems

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
)

// A result must not state a false cost, bound or instance.
func TestAnswers(t *testing.T) {
	p, err := Read(strings.NewReader("3 3\n1 2 1\n2 3 1\n1 3 1\n"), "maxcut", "a.mc")
	if err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Limits: tourmaline.Limits{Steps: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*tourmaline.Result){
		"": func(*tourmaline.Result) {},
		"states cost -7, but the solution costs -2":                    func(r *tourmaline.Result) { r.Cost = -7 },
		"states the lower bound -1, but the solution costs -2":         func(r *tourmaline.Result) { r.LowerBound = new(-1.0) },
		`states the instance "sha256:0", but the hash of a is sha256:`: func(r *tourmaline.Result) { r.Instance.Hash = "sha256:0" },
	} {
		changed := *r
		change(&changed)
		data, err := json.Marshal(changed)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ReadAnswer(p, data, "a.json")
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Check(p); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
