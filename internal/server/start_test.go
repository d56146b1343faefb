package server_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// scattered returns a file of n random cities.
func scattered(n int) string {
	random, text := rand.New(rand.NewPCG(3, 4)), strings.Builder{}
	text.WriteString("id,x,y\n")
	for i := range n {
		fmt.Fprintf(&text, "%d,%d,%d\n", i+1, random.IntN(10_000), random.IntN(10_000))
	}
	return text.String()
}

// solveFrom submits a job and waits for its end.
func (s *service) solveFrom(t *testing.T, file, content, settings, from string) api.Job {
	t.Helper()
	quoted, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"file":%q,"content":%s,"settings":%s,"start_from":%s}`, file, quoted, settings, from)
	return as[api.Job](t, s.ask(t, "POST", "/v1/jobs", body, "Prefer", "wait=50"), 200)
}

// resultOf returns the cost and the tour in a job's result.
func (s *service) resultOf(t *testing.T, id string) (r struct {
	Cost float64
	Tour []int
},
) {
	t.Helper()
	a := s.ask(t, "GET", "/v1/jobs/"+id+"/result", "")
	if err := json.Unmarshal(a.body, &r); err != nil || a.StatusCode != 200 {
		t.Fatalf("%s %v", a.Status, err)
	}
	return r
}

// A job starts from a tour in the submission, also from one that is too large for its record.
func TestStartFromContent(t *testing.T) {
	s := start(t, 1, server.Options{})
	file := scattered(4000)
	first := s.solveFrom(t, "a.csv", file, `{"algorithm":"ils","max_steps":20}`, `{}`)
	best := s.resultOf(t, first.ID)
	var text strings.Builder
	for _, c := range best.Tour {
		fmt.Fprintln(&text, c)
	}
	for _, n := range []string{text.String(), "TYPE : TOUR\nDIMENSION : 4000\nTOUR_SECTION\n" + text.String() + "-1\nEOF\n"} {
		quoted, err := json.Marshal(map[string]string{"content": n})
		if err != nil {
			t.Fatal(err)
		}
		warm := s.solveFrom(t, "a.csv", file, `{"algorithm":"climb","max_steps":1}`, string(quoted))
		if warm.State != cluster.Done || warm.Digest.Cost > best.Cost {
			t.Errorf("%s with %+v, but the start costs %v: %+v", warm.State, warm.Digest, best.Cost, warm.Faults)
		}
		if from := warm.Spec.StartFrom; from.Content != "" || from.Solution != job.Hash([]byte(n)) {
			t.Errorf("the job states %+v", from)
		}
	}
}

// The exact algorithm proves the optimum, whatever it starts from.
func TestExactStartsFromATour(t *testing.T) {
	s := start(t, 1, server.Options{})
	file := scattered(9)
	j := s.solveFrom(t, "a.csv", file, `{"algorithm":"exact"}`, `{"content":"1 3 5 7 9 2 4 6 8"}`)
	if best := s.solveFrom(t, "a.csv", file, `{"algorithm":"exact"}`, `{}`); j.State != cluster.Done || j.Digest.Cost != best.Digest.Cost {
		t.Errorf("%s %+v %+v, expected %+v", j.State, j.Digest, j.Faults, best.Digest)
	}
}

// A start that cannot be used is an error of the submission, and names the field.
func TestUnusableStarts(t *testing.T) {
	s := start(t, 2, server.Options{Limits: server.Limits{Content: 10_000}})
	done := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=20"), 200)
	running := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202)
	other := s.solveFrom(t, "b.csv", scattered(7), `{}`, `{}`)
	for name, c := range map[string]struct{ from, field, detail string }{
		"unknown job":    {`{"job":"none"}`, "start_from.job", "not found"},
		"malformed id":   {`{"job":"a.b"}`, "start_from.job", "expected the id of a job"},
		"running job":    {fmt.Sprintf(`{"job":%q}`, running.ID), "start_from.job", "wait until it has ended"},
		"other size":     {fmt.Sprintf(`{"job":%q}`, other.ID), "start_from.job", "not a solution of the instance"},
		"two starts":     {fmt.Sprintf(`{"job":%q,"content":"1 2"}`, done.ID), "start_from.job", "cannot be combined"},
		"city twice":     {`{"content":"1\n2\n3\n4\n4\n"}`, "start_from.content", "not a solution of the instance"},
		"missing city":   {`{"content":"1\n2\n3\n4\n"}`, "start_from.content", "not a solution of the instance"},
		"unknown city":   {`{"content":"1\n2\n3\n4\n9\n"}`, "start_from.content", "not a solution of the instance"},
		"no tour":        {`{"content":"{}"}`, "start_from.content", "not a solution of the instance"},
		"hash":           {`{"solution":"sha256:` + strings.Repeat("0", 64) + `"}`, "start_from.solution", "only the server sets this field"},
		"unknown member": {`{"tour":[1]}`, "start_from.tour", "unknown field"},
		"too large":      {`{"content":"` + strings.Repeat("1 ", 5001) + `"}`, "start_from.content", "start from an earlier job instead"},
	} {
		body := strings.Replace(small, `"settings"`, `"start_from":`+c.from+`,"settings"`, 1)
		a := s.ask(t, "POST", "/v1/jobs", body)
		var p api.Problem
		if err := json.Unmarshal(a.body, &p); err != nil || a.StatusCode < 400 || a.StatusCode >= 500 || len(p.Errors) == 0 ||
			p.Errors[0].Field != c.field || !strings.Contains(p.Detail, c.detail) {
			t.Errorf("%s: %s %s, expected %s about %s", name, a.Status, a.body, c.detail, c.field)
		}
	}
}

// The same key and the same start give the existing job; another start is another job.
func TestStartsAndKeys(t *testing.T) {
	s := start(t, 0, server.Options{})
	body := func(order string) string {
		return strings.Replace(small, `"settings"`, `"start_from":{"content":"`+order+`"},"settings"`, 1)
	}
	a := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", body(`1\n2\n3\n4\n5\n`), "Idempotency-Key", "k"), 202)
	b := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", body(`1\n2\n3\n4\n5\n`), "Idempotency-Key", "k"), 202)
	if a.ID != b.ID {
		t.Errorf("jobs %s and %s", a.ID, b.ID)
	}
	as[api.Problem](t, s.ask(t, "POST", "/v1/jobs", body(`2\n1\n3\n4\n5\n`), "Idempotency-Key", "k"), 409)
}
