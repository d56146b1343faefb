package tourmaline_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// encoded solves a problem and returns the result and its JSON.
func encoded(t *testing.T, p tourmaline.Problem) (*tourmaline.Result, []byte) {
	t.Helper()
	r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Limits: tourmaline.Limits{Steps: 3}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return r, data
}

func TestResultsSurviveJSON(t *testing.T) {
	office, err := qap.New("office", 3, []int64{0, 1, 2, 1, 0, 3, 2, 3, 0}, []int64{0, 3, 4, 3, 0, 1, 4, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]tourmaline.Problem{"tour": tourmaline.Tours(generate(t, 50)), "assignment": tourmaline.Assignments(office)} {
		was, data := encoded(t, p)
		is, err := p.ReadResult(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again, err := json.Marshal(is); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%s: %v, encoded again as\n%s\nwas\n%s", name, err, again, data)
		}
		if name == "tour" {
			if !slices.Equal(is.Order(), was.Order()) {
				t.Errorf("%v, was %v", is.Order(), was.Order())
			}
			continue
		}
		one, err := tourmaline.Best[qap.Assignment](was)
		if err != nil {
			t.Fatal(err)
		}
		if other, err := tourmaline.Best[qap.Assignment](is); err != nil || !slices.Equal(one, other) {
			t.Errorf("%v, %v, was %v", other, err, one)
		}
	}
}

func TestAResultWithoutASolutionSaysSo(t *testing.T) {
	_, data := encoded(t, tourmaline.Tours(generate(t, 20)))
	var r tourmaline.Result
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if _, err := tourmaline.Best[tsp.Tour](&r); err == nil || !strings.Contains(err.Error(), "Problem.ReadResult") {
		t.Error(err)
	}
}

func TestReadResultChecks(t *testing.T) {
	p := tourmaline.Tours(generate(t, 20))
	r, data := encoded(t, p)
	cost, err := json.Marshal(r.Cost)
	if err != nil {
		t.Fatal(err)
	}
	for want, text := range map[string]string{
		"unexpected EOF":        string(data[:len(data)/2]),
		"schema":                strings.Replace(string(data), catalog.ResultSchema, "another", 1),
		"not to the instance":   strings.Replace(string(data), r.Instance.Hash, "another", 1),
		"the stated cost is 1,": strings.Replace(string(data), `"cost":`+string(cost), `"cost":1`, 1),
		"unknown city 999":      strings.Replace(string(data), `"tour":[1,`, `"tour":[999,`, 1),
		"not a solution":        strings.Replace(string(data), `"tour":[1,`, `"tour":[2,2,`, 1),
	} {
		if got, err := p.ReadResult([]byte(text)); got != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := (tourmaline.Problem{}).ReadResult(data); err == nil {
		t.Error("a result of no problem")
	}
	if _, err := p.ReadResult([]byte(strings.Replace(string(data), `"tour":[1,`, `"tour":[999,`, 1))); !errors.Is(err, tourmaline.ErrNoSolution) {
		t.Error(err)
	}
}
