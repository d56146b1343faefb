package job

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

func TestDecodeRequest(t *testing.T) {
	got, err := DecodeRequest([]byte(`{"id":"a","solve":{"magic":1}}`))
	if want := (Request{ID: "a", Solve: json.RawMessage(`{"magic":1}`)}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, expected %+v", got, err, want)
	}
	for text, want := range map[string]Fault{
		``:                                    {BadJSON, "", "expected a JSON object: unexpected end"},
		`[]`:                                  {BadField, "", "expected an object, found []"},
		`{}`:                                  {BadField, "id", "missing field id"},
		`{"id":5,"version":true}`:             {BadField, "id", "id: expected a string, found 5"},
		`{"id":"a b","version":true}`:         {BadField, "id", "id: expected at most 200 visible ASCII characters"},
		`{"id":"a"}`:                          {BadField, "", "expected one of solve, cancel and version"},
		`{"id":"a","cancel":false}`:           {BadField, "", "expected one of solve, cancel and version"},
		`{"id":"a","cancel":1}`:               {BadField, "cancel", "cancel: expected true or false, found 1"},
		`{"id":"a","solve":null}`:             {BadField, "", "expected one of solve, cancel and version"},
		`{"id":"a","stop":true}`:              {UnknownField, "stop", `unknown field "stop"`},
		`{"id":"a","id":"b"}`:                 {BadField, "id", `duplicate field "id"`},
		`{"id":"a","version":true} {}`:        {BadJSON, "", "expected nothing after the JSON object"},
		`{"id":"a","solve":{},"cancel":true}`: {BadField, "", "expected one of solve, cancel and version"},
	} {
		r, err := DecodeRequest([]byte(text))
		if text == `{"id":"a","solve":null}` && err == nil && string(r.Solve) == "null" {
			continue // DecodeCall rejects null
		}
		only(t, text, err, want)
	}
	if r, err := DecodeRequest([]byte(`{"magic":1,"id":"a"}`)); err == nil || r.ID != "a" {
		t.Errorf("%+v, %v, expected the id despite the error", r, err)
	}
}

func TestDecodeCall(t *testing.T) {
	c, err := DecodeCall([]byte(`{"points":[[0,0],[1,1]],"names":["a","b"],"reading":{"metric":"EUC_2D"},"settings":{"seed":7},"threads":2,"bound":true,"progress":"50ms","start_from":{"content":"1 2"}}`))
	if err != nil || c.Threads != 2 || !c.Bound || c.Progress != 50*time.Millisecond || string(c.StartFrom.Given()) != "1 2" {
		t.Errorf("%+v, %v", c, err)
	}
	cfg, err := c.Config()
	if err != nil || cfg.Threads != 2 || !cfg.Bound || cfg.Seed != 7 {
		t.Errorf("%+v, %v", cfg, err)
	}
	for text, want := range map[string]Fault{
		`null`:                          {BadField, "", "expected an object, found null"},
		`{}`:                            {BadField, "", "no instance: expected one of path, content"},
		`{"magic":1}`:                   {UnknownField, "magic", `unknown field "magic"`},
		`{"path":"a.csv","points":[]}`:  {BadField, "points", "points cannot be combined with path"},
		`{"path":"-"}`:                  {BadField, "path", "path: standard input contains the requests"},
		`{"content":"x"}`:               {BadField, "file", "file: content needs a file name"},
		`{"path":"a.csv","file":"b"}`:   {BadField, "file", "file applies only to content"},
		`{"path":"a.csv","names":[]}`:   {BadField, "names", "names applies only to points"},
		`{"matrix":[],"problem":"qap"}`: {BadField, "matrix", "matrix applies only to tours"},
		`{"points":[],"reading":{"format":"csv"}}`:     {BadField, "reading.format", "reading.format applies only to files"},
		`{"path":"a","label":"x"}`:                     {BadField, "label", "label applies only to jobs of a service"},
		`{"path":"a","labels":{"x":"y"}}`:              {BadField, "labels", "labels applies only to jobs of a service"},
		`{"path":"a","placement":{"tags":{"x":"y"}}}`:  {UnknownField, "placement.tags", "unknown field"},
		`{"path":"a","placement":{"priority":"high"}}`: {BadField, "placement.priority", "placement.priority"},
		`{"path":"a","archipelago":"pacific"}`:         {BadField, "archipelago", "archipelago applies only to jobs of a service"},
		`{"path":"a","rounds":{"steps":5}}`:            {BadField, "rounds.steps", "rounds.steps applies only to jobs of a service"},
		`{"path":"a","start_from":{"job":"j"}}`:        {BadField, "start_from.job", "start_from.job applies only to jobs of a service"},
	} {
		c, err := DecodeCall([]byte(text))
		only(t, text, err, want)
		if !reflect.DeepEqual(c, Call{}) {
			t.Errorf("%s: %+v", text, c)
		}
	}
	c, err = DecodeCall([]byte(`{"path":"a","threads":-1,"settings":{"seed":1,"algorithm":"magic"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Config(); len(Faults(err)) != 2 || !strings.Contains(err.Error(), "threads: expected 1 or more, found -1") {
		t.Errorf("%v, expected a fault about threads", err)
	}
}

// A Call with cities gives the same instance as a file with these cities.
func TestOpenCall(t *testing.T) {
	for call, file := range map[string]string{
		`{"points":[[0,0],[3,0],[3,4]],"names":["a","b","c"],"route":{"start":"b"}}`: `{"points":[[0,0],[3,0],[3,4]],"labels":["a","b","c"],"start":2}`,
		`{"latlon":[[52,13],[48,11],[50,8]],"route":{"open":true}}`:                  `{"latlon":[[52,13],[48,11],[50,8]],"open":true}`,
		`{"matrix":[[0,1,2],[3,0,4],[5,6,0]],"reading":{"unit":"min"}}`:              `{"matrix":[[0,1,2],[3,0,4],[5,6,0]],"unit":"min"}`,
	} {
		c, err := DecodeCall([]byte(call))
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Open(nil, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := Spec{File: "request.json"}.Open([]byte(file), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Info != want.Info {
			t.Errorf("%s\n%+v, expected %+v", call, got.Info, want.Info)
		}
	}
}

// A Call with a path reads the given file and reports its name.
func TestOpenPath(t *testing.T) {
	c, err := DecodeCall([]byte(`{"path":"stops/monday.csv"}`))
	if err != nil {
		t.Fatal(err)
	}
	in, err := c.Open([]byte("name,x,y\nA,0,0\nB,3,4\n"), Limits{})
	if err != nil || in.Info.N != 2 || in.Info.Name != "monday" {
		t.Errorf("%+v, %v", in, err)
	}
	if _, err := c.Open([]byte("name,x,y\nA,0\n"), Limits{}); err == nil || !strings.Contains(err.Error(), "monday.csv") {
		t.Errorf("error %v", err)
	}
}

func TestCallFields(t *testing.T) {
	paths := list.Map(CallFields(), func(f Field) string { return f.Path })
	for _, path := range []string{"path", "points", "settings.time_limit", "start_from.content", "route.open", "content"} {
		if !slices.Contains(paths, path) {
			t.Errorf("%s is missing in %q", path, paths)
		}
	}
	for _, path := range []string{"label", "labels", "instance", "placement.priority", "start_from.job", "start_from.solution"} {
		if slices.Contains(paths, path) {
			t.Errorf("%s is in %q", path, paths)
		}
	}
}

// FuzzDecodeCall checks that arbitrary input is opened or rejected with faults, and that memory
// grows with the input only.
func FuzzDecodeCall(f *testing.F) {
	for _, text := range []string{`{"points":[[0,0],[1,1]]}`, `{"latlon":[[0,0],[91,1]],"names":["a"]}`, `{"matrix":[[0,1],[1,0]]}`, `{"content":"1,2","file":"a.csv"}`, `{"points":[1e999,{}],"route":{"start":"1"}}`, `{"matrix":}`, full} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.Frugal(t, len(data), func() {
			c, err := DecodeCall(data)
			if err == nil {
				_, err = c.Config()
			}
			if err != nil {
				if len(Faults(err)) == 0 {
					t.Fatalf("not a fault: %v", err)
				}
				return
			}
			if in, err := c.Open(data, Limits{Cities: 1000}); err == nil && in.Info.N == 0 {
				t.Fatal("an instance without cities")
			}
		})
	})
}
