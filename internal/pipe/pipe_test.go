package pipe

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

const square = `"points":[[0,0],[3,0],[3,4],[0,4]]`

var usual = Options{Parallel: 2, MaxLine: 1 << 20}

// answers runs a session that finishes its jobs, and returns its lines.
func answers(t *testing.T, opt Options, requests ...string) (lines []string, err error) {
	t.Helper()
	var out strings.Builder
	opt.Finish = true
	err = Serve(t.Context(), strings.NewReader(strings.Join(requests, "\n")), &out, opt)
	return slices.Collect(strings.Lines(out.String())), err
}

func TestAnswers(t *testing.T) {
	folder := t.TempDir()
	table := filepath.Join(folder, "stops.csv")
	plan := filepath.Join(folder, "plan.vrp")
	write(t, table, "name,lat,lon\nA,52.5,13.4\nB,48.1,11.6\nC,50.1,8.7\n")
	write(t, plan, "NAME : p\nTYPE : CVRP\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 2\nNODE_COORD_SECTION\n1 0 0\n2 20 0\n3 30 0\nDEMAND_SECTION\n1 0\n2 1\n3 1\nDEPOT_SECTION\n1\n-1\nEOF\n")
	for request, want := range map[string]string{
		`{"id":"a","version":true}`:                                                                                                        `{"id":"a","version":{"protocol":"tourmaline/pipe/v1","tourmaline":"`,
		`{"id":"a","solve":{` + square + `}}`:                                                                                              `"cost":14,`,
		`{"id":"a","solve":{` + square + `,"route":{"start":"2","end":"1"}}}`:                                                              `"tour":[2,3,4,1]`,
		`{"id":"a","solve":{` + square + `,"names":["p","q","r","s"],"route":{"open":true,"start":"s"}}}`:                                  `"labels":["s",`,
		`{"id":"a","solve":{"matrix":[[0,1,9],[9,0,1],[1,9,0]]}}`:                                                                          `"cost":3,`,
		`{"id":"a","solve":{"latlon":[[52,13],[48,11],[50,8]]}}`:                                                                           `"unit":"m"`,
		`{"id":"a","solve":{"path":` + quoted(table) + `,"route":{"start":"B"}}}`:                                                          `"labels":["B",`,
		`{"id":"a","solve":{"path":` + quoted(plan) + `,"settings":{"max_steps":2}}}`:                                                      `"solution":[{"type":1,"stops":[`,
		`{"id":"a","solve":{"content":"x,y\n0,0\n3,0\n3,4\n","file":"a.csv"}}`:                                                             `"cost":12,`,
		`{"id":"a","solve":{` + square + `,"start_from":{"content":"{\"tour\":[1,3,2,4]}"},"settings":{"algorithm":"ils","max_steps":1}}}`: `"cost":14,`,
		`{"id":"a","solve":{` + square + `,"settings":{"max_steps":1,"algorithm":"ils"},"progress":1e-9}}`:                                 `{"id":"a","progress":{"step":`,
		`{"id":"a","solve":{` + square + `,"settings":{"algorithm":"ils","max_steps":1},"bound":true}}`:                                    `"certificate":{`,
		`{"id":"a","solve":{"path":"no such file.csv"}}`:                                                                                   `"field":"path"`,
		`{"id":"a","solve":{` + square + `,"start_from":{"content":"{\"tour\":[1,2]}"}}}`:                                                  `"field":"start_from.content"`,
		`{"id":"a","solve":{` + square + `,"settings":{"algorithm":"magic"}}}`:                                                             `"code":"unknown_algorithm"`,
		`{"id":"a","solve":{` + square + `,"route":{"start":"Z"}}}`:                                                                        `"field":"route.start"`,
		`{"id":"a","solve":{"matrix":[[0,1],[1]]}}`:                                                                                        `"code":"bad_instance"`,
		`{"id":"a","solve":7}`:     `{"id":"a","error":{"detail":"expected an object, found 7","faults":[`,
		`{"id":"a"}`:               `{"id":"a","error":{"detail":"expected one of solve, cancel and version"`,
		`{"id":"a","cancel":true}`: ``,
		`magic`:                    `{"error":{"detail":"expected a JSON object`,
		``:                         ``,
	} {
		lines, err := answers(t, usual, request)
		if text := strings.Join(lines, ""); err != nil || !strings.Contains(text, want) || want == "" && text != "" {
			t.Errorf("%s\n%s\n%v, expected %s", request, text, err, want)
		}
		for _, line := range lines {
			if e := decoded(t, line); e.ID != "a" && request != "magic" {
				t.Errorf("%s: %s", request, line)
			}
		}
	}
}

// Every job gets one answer, also if many run at the same time, and jobs do not affect each other.
func TestManyJobs(t *testing.T) {
	var requests []string
	for i := range 60 {
		requests = append(requests, fmt.Sprintf(`{"id":"%d","solve":{"points":[[0,0],[%d,0],[%d,1],[0,1]],"threads":1}}`, i, i+1, i+1))
	}
	lines, err := answers(t, Options{Parallel: 4, MaxLine: 1000}, requests...)
	if err != nil || len(lines) != len(requests) {
		t.Fatalf("%d answers, %v", len(lines), err)
	}
	for _, line := range lines {
		var i int
		e := decoded(t, line)
		if _, err := fmt.Sscan(e.ID, &i); err != nil || e.Result == nil || e.Result.Cost != float64(2*(i+1)+2) {
			t.Errorf("%s", line)
		}
	}
}

// A dialogue is a session whose requests depend on its answers.
type dialogue struct {
	t     *testing.T
	in    *io.PipeWriter
	out   *bufio.Scanner
	ended chan error
}

func talk(t *testing.T, opt Options) *dialogue {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	d := &dialogue{t, inW, bufio.NewScanner(outR), make(chan error, 1)}
	d.out.Buffer(nil, 1<<24)
	go func() {
		d.ended <- Serve(context.WithoutCancel(t.Context()), inR, outW, opt)
		_ = outW.Close()
	}()
	t.Cleanup(func() { _, _ = inW.Close(), outR.Close() })
	return d
}

func (d *dialogue) say(format string, a ...any) {
	d.t.Helper()
	if _, err := fmt.Fprintf(d.in, format+"\n", a...); err != nil {
		d.t.Fatal(err)
	}
}

// hear returns the next event for which a condition holds.
func (d *dialogue) hear(holds func(Event) bool) Event {
	d.t.Helper()
	for d.out.Scan() {
		if e := decoded(d.t, d.out.Text()); holds(e) {
			return e
		}
	}
	d.t.Fatalf("the output ended: %v", d.out.Err())
	return Event{}
}

func isProgress(e Event) bool { return e.Progress != nil }
func isAnswer(e Event) bool   { return e.Result != nil || e.Error != nil }

// long is a job that takes minutes unless it is cancelled.
func long(t *testing.T) (call string, in *tsp.Instance) {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, 3000, 1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "long.tsp")
	var text strings.Builder
	if err := format.Write(&text, in, format.TSPLIB); err != nil {
		t.Fatal(err)
	}
	write(t, path, text.String())
	return `{"path":` + quoted(path) + `,"settings":{"time_limit":"10m"},"progress":"1ms"}`, in
}

func TestCancelKeepsTheBest(t *testing.T) {
	call, in := long(t)
	d := talk(t, usual)
	d.say(`{"id":"a","solve":%s}`, call)
	seen := d.hear(func(e Event) bool { return isProgress(e) && e.Progress.Step > 0 }).Progress.Cost
	d.say(`{"id":"a","cancel":true}`)
	r := d.hear(isAnswer).Result
	if r == nil || r.Termination != search.Interrupted || r.Cost > seen || len(r.Tour) != in.N() {
		t.Fatalf("%+v, expected the best tour", r)
	}
	d.say(`{"id":"a","solve":{%s}}`, square) // the id is free again
	if r := d.hear(isAnswer).Result; r == nil || r.Cost != 14 {
		t.Errorf("%+v", r)
	}
	_ = d.in.Close()
	if err := <-d.ended; err != nil {
		t.Error(err)
	}
}

// The end of the input cancels all jobs: the running one keeps its best tour, the waiting one has
// none.
func TestTheEndOfTheInput(t *testing.T) {
	call, in := long(t)
	d := talk(t, Options{Parallel: 1, MaxLine: 1 << 20})
	d.say(`{"id":"a","solve":%s}`, call)
	d.hear(func(e Event) bool { return isProgress(e) && e.Progress.Step > 0 })
	d.say(`{"id":"b","solve":%s}`, call)
	d.say(`{"id":"a","solve":%s}`, call)
	if e := d.hear(isAnswer); e.ID != "" || e.Error == nil || e.Error.Faults[0].Field != "id" {
		t.Errorf("%+v, expected an error about the id", e)
	}
	_ = d.in.Close()
	for range 2 {
		switch e := d.hear(isAnswer); {
		case e.ID == "a" && (e.Result == nil || len(e.Result.Tour) != in.N() || e.Result.Termination != search.Interrupted):
			t.Errorf("%+v, expected the best tour", e)
		case e.ID == "b" && (e.Error == nil || e.Error.Faults[0].Code != cancelled):
			t.Errorf("%+v, expected an error", e)
		}
	}
	if err := <-d.ended; err != nil {
		t.Error(err)
	}
}

// A job that waits for a slot can be cancelled.
func TestCancelAWaitingJob(t *testing.T) {
	call, _ := long(t)
	d := talk(t, Options{Parallel: 1, MaxLine: 1 << 20})
	d.say(`{"id":"a","solve":%s}`, call)
	d.hear(isProgress)
	d.say(`{"id":"b","solve":%s}`, call)
	d.say(`{"id":"b","cancel":true}`)
	if e := d.hear(isAnswer); e.ID != "b" || e.Error == nil || e.Error.Faults[0].Code != cancelled {
		t.Errorf("%+v", e)
	}
	_ = d.in.Close()
	if e := d.hear(isAnswer); e.ID != "a" || !isAnswer(e) {
		t.Errorf("%+v", e)
	}
}

func TestTooManyJobs(t *testing.T) {
	call, _ := long(t)
	d := talk(t, Options{Parallel: 1, MaxLine: 1 << 20})
	for i := range mostOpen + 1 {
		d.say(`{"id":"%d","solve":%s}`, i, strings.Replace(call, `,"progress":"1ms"`, "", 1))
	}
	if e := d.hear(isAnswer); e.ID != fmt.Sprint(mostOpen) || e.Error == nil || e.Error.Faults[0].Code != unavailable {
		t.Errorf("%+v", e)
	}
	_ = d.in.Close()
	for range mostOpen {
		d.hear(isAnswer)
	}
}

func TestALineIsTooLong(t *testing.T) {
	lines, err := answers(t, Options{Parallel: 1, MaxLine: 100}, `{"id":"a","version":true}`, strings.Repeat(" ", 200), `{"id":"b","version":true}`)
	if err == nil || !strings.Contains(err.Error(), "expected at most 100 bytes for a line, found more") || len(lines) != 2 || decoded(t, lines[1]).Error == nil {
		t.Errorf("%q, %v", lines, err)
	}
}

type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestTheOutputFails(t *testing.T) {
	call, _ := long(t)
	in, requests := io.Pipe()
	defer func() { _ = requests.Close() }()
	go func() {
		_, _ = io.WriteString(requests, `{"id":"a","solve":`+call+"}\n"+`{"id":"v","version":true}`+"\n")
	}()
	if err := Serve(t.Context(), in, broken{io.ErrClosedPipe}, usual); !errors.Is(err, ErrOutput) || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v", err)
	}
}

// docs/pipe.md describes every field of a job, as internal/job does.
func TestThePageListsEveryField(t *testing.T) {
	page, err := os.ReadFile("../../docs/pipe.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range job.CallFields() {
		if row := "| `" + f.Path + "` | " + f.Usage; !strings.Contains(string(page), row) {
			t.Errorf("docs/pipe.md has no row that starts with %s", row)
		}
	}
	for _, text := range []string{Protocol, cancelled, unavailable, internal} {
		if !strings.Contains(string(page), "`"+text+"`") {
			t.Errorf("docs/pipe.md does not mention %s", text)
		}
	}
}

// FuzzServe checks that arbitrary input ends the session with at most one answer for each id and
// line.
func FuzzServe(f *testing.F) {
	for _, text := range []string{`{"id":"a","version":true}`, `{"id":"a","solve":{` + square + "}}\n" + `{"id":"a","cancel":true}`, "\n\n{", `{"id":"a","solve":{"points":[[0,0],[1,"a"]]}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if strings.Contains(string(data), "path") {
			return // opens no files
		}
		testkit.Frugal(t, len(data), func() {
			var out strings.Builder
			_ = Serve(t.Context(), strings.NewReader(string(data)), &out, Options{Parallel: 2, MaxLine: 1 << 16})
			if got, most := strings.Count(out.String(), "\n"), strings.Count(string(data), "\n")+2; got > most {
				t.Fatalf("%d answers to %d lines", got, most)
			}
		})
	})
}

func decoded(t *testing.T, line string) (e Event) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return e
}

func quoted(text string) string {
	data, _ := json.Marshal(text) // a string can always be encoded
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
