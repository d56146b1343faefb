package job

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// A start solution that is part of a submission is replaced by its hash. The stored job contains
// only the hash.
func TestStartIsTaken(t *testing.T) {
	s, _, err := DecodeSubmission([]byte(`{"file":"a.csv","start_from":{"content":"1 2 3"}}`))
	if err != nil {
		t.Fatal(err)
	}
	from := s.StartFrom
	if string(from.Given()) != "1 2 3" || from.Content != "" || from.Solution != Hash([]byte("1 2 3")) || from.Field() != "start_from.content" {
		t.Errorf("%+v", from)
	}
	if stored := from.Stored(); stored.Given() != nil || stored.Solution != from.Solution {
		t.Errorf("stored %+v", stored)
	}
	s, _, err = DecodeSubmission([]byte(`{"file":"a.csv","start_from":{"job":"j-1"}}`))
	if err != nil || s.StartFrom.Given() != nil || s.StartFrom.Job != "j-1" || s.StartFrom.Solution != "" || s.StartFrom.Field() != "start_from.job" {
		t.Errorf("%+v, %v", s.StartFrom, err)
	}
}

func TestStartIsChecked(t *testing.T) {
	for name, c := range map[string]struct {
		start StartFrom
		field string // empty if the start is valid
	}{
		"nothing":           {StartFrom{}, ""},
		"job":               {StartFrom{Job: strings.Repeat("j", 64)}, ""},
		"solution":          {StartFrom{Solution: zeros}, ""},
		"job and content":   {StartFrom{Job: "j", Content: "1"}, "start_from.job"},
		"job and solution":  {StartFrom{Job: "j", Solution: zeros}, "start_from.job"},
		"long id":           {StartFrom{Job: strings.Repeat("j", 65)}, "start_from.job"},
		"id as a path":      {StartFrom{Job: "../j"}, "start_from.job"},
		"id of two lines":   {StartFrom{Job: "j\n"}, "start_from.job"},
		"solution, no hash": {StartFrom{Solution: "1 2 3"}, "start_from.solution"},
	} {
		s := plainSpec()
		s.StartFrom = c.start
		if err := s.Validate(Limits{}); c.field != "" {
			failed(t, name, err, BadField, c.field)
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	failed(t, "the start of another instance", BadStart(StartFrom{Job: "j"}, errors.New("a city is missing")), BadField, "start_from.job")
	failed(t, "worse than its start", WorseThanStart(7, 6), BadResult, "cost")
}

// The solution in the result of a job is a start for the next one, whatever the problem.
func TestStartFromAResult(t *testing.T) {
	samples := others(t)
	samples["tour"] = tourFiles(t)["csv"]
	samples["path"] = tourFiles(t)["path"]
	for name, s := range samples {
		in, result := solved(t, s)
		v, err := in.Verify(result)
		if err != nil {
			t.Fatal(err)
		}
		part, err := SolutionOf(result)
		if err != nil || len(part) >= len(result) {
			t.Errorf("%s: %s, %v", name, part, err)
		}
		got, cost, err := in.ReadStart(part)
		if err != nil || cost != v.Cost || encoded(t, got) != encoded(t, v.Solution) {
			t.Errorf("%s: %v with cost %v, %v, expected %v with cost %v", name, got, cost, err, v.Solution, v.Cost)
		}
		for _, text := range []string{"", "{}", `{"tour":[1]}`, `{"solution":[]}`} {
			if got, _, err := in.ReadStart([]byte(text)); err == nil {
				t.Errorf("%s: %q is read as %v", name, text, got)
			}
		}
	}
	if _, err := SolutionOf([]byte("[")); err == nil {
		t.Error("half a result contains a solution")
	}
}

// A tour in the wrong direction is no start for a path.
func TestStartKeepsEnds(t *testing.T) {
	in, result := solved(t, tourFiles(t)["path"])
	part, err := SolutionOf(result)
	if err != nil {
		t.Fatal(err)
	}
	backwards := edited(t, part, func(r map[string]any) { slices.Reverse(r["tour"].([]any)) })
	if tour, _, err := in.ReadStart(backwards); err == nil {
		t.Errorf("%v is a start", tour)
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
