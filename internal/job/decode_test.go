package job

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

var zeros = "sha256:" + strings.Repeat("0", 64)

// full is a Spec with all its members set.
const full = `{
	"instance": "sha256:0000000000000000000000000000000000000000000000000000000000000000", "file": "stops.csv", "problem": "tsp", "label": "Tuesday",
	"reading": {"metric": "EUC_2D", "format": "csv", "unit": "km", "columns": {"x": "a", "y": 3}, "sheet": "One", "skip_invalid": true},
	"route": {"start": "A", "end": "B", "open": true},
	"settings": {"algorithm": "ils", "params": {"lanes": 4, "kick": "walk", "paced": true, "share": "0.5"}, "seed": 18446744073709551615,
		"time_limit": "1m30s", "max_steps": 5, "no_improvement": 2.5, "stall_steps": 7, "target": -1.5e3, "target_gap": 0}
}`

func fullSpec() Spec {
	return Spec{
		Instance: zeros, File: "stops.csv", Problem: "tsp", Label: "Tuesday",
		Reading: Reading{"EUC_2D", "csv", "km", map[string]string{"x": "a", "y": "3"}, "One", true},
		Route:   Route{"A", "B", true},
		Settings: Settings{
			"ils", map[string]string{"lanes": "4", "kick": "walk", "paced": "true", "share": "0.5"}, 1<<64 - 1,
			tourmaline.Limits{Time: 90 * time.Second, Steps: 5, NoImprovement: 2500 * time.Millisecond, StallSteps: 7, Target: new(-1500.0), TargetGap: new(0.0)},
		},
	}
}

// Decode reads every member of a Spec, and a Spec that is written and read again is unchanged.
func TestDecode(t *testing.T) {
	for name, want := range map[string]Spec{full: fullSpec(), `{}`: {}, ` {"settings":{"params":{}},"reading":{}} ` + "\n": {}} {
		got, err := Decode([]byte(name))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n%+v, %v, expected %+v", name, got, err, want)
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var again Spec
		if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("%s\n%+v, %v, expected %+v", text, again, err, want)
		}
	}
}

// Every error names the path of the faulty member.
func TestDecodeIsStrict(t *testing.T) {
	for text, want := range map[string]Fault{
		``:                           {BadJSON, "", "expected a JSON object: unexpected end"},
		`{"file":`:                   {BadJSON, "", "expected a JSON object: unexpected end"},
		`{"file":"a"`:                {BadJSON, "", "expected a JSON object: unexpected end"},
		`{"file" "a"}`:               {BadJSON, "", "expected a JSON object: expected colon"},
		`[]`:                         {BadField, "", `expected an object, found []`},
		`null`:                       {BadField, "", `expected an object, found null`},
		`{} x`:                       {BadJSON, "", `expected nothing after the JSON object, found "x"`},
		`{}{}`:                       {BadJSON, "", `expected nothing after the JSON object, found "{}"`},
		`{"File":"a"}`:               {UnknownField, "File", `unknown field "File": expected one of archipelago, bound, file, fleet, instance,`},
		`{"settings":{"threads":4}}`: {UnknownField, "settings.threads", `unknown field "settings.threads"`},
		`{"route":{"open":"yes"}}`:   {BadField, "route.open", `route.open: expected true or false, found "yes"`},
		`{"route":[]}`:               {BadField, "route", `route: expected an object, found []`},
		`{"file":"a","file":"b"}`:    {BadField, "file", `duplicate field "file"`},
		`{"route":[` + strings.Repeat("1,", 30) + `1]}`: {BadField, "route", `route: expected an object, found "[1,1,1,`},
		`{"route":[` + "\n" + `]}`:                      {BadField, "route", `route: expected an object, found []`},
		`{"file":null}`:                                 {BadField, "file", `file: expected a string, found null`},
		`{"settings":{"seed":-1}}`:                      {BadField, "settings.seed", "settings.seed: expected a whole number from 0"},
		`{"settings":{"seed":1e3}}`:                     {BadField, "settings.seed", "settings.seed: expected a whole number from 0"},
		`{"settings":{"max_steps":1.5}}`:                {BadField, "settings.max_steps", "settings.max_steps: expected a whole number"},
		`{"settings":{"target":"5"}}`:                   {BadField, "settings.target", "settings.target: expected a number"},
		`{"settings":{"target":null}}`:                  {BadField, "settings.target", "settings.target: expected a number"},
		`{"settings":{"target":1e999}}`:                 {BadField, "settings.target", "settings.target: expected a number"},
		`{"settings":{"time_limit":"soon"}}`:            {BadField, "settings.time_limit", "settings.time_limit: expected a duration such as"},
		`{"settings":{"time_limit":0}}`:                 {BadField, "settings.time_limit", "settings.time_limit: expected a duration such as"},
		`{"settings":{"time_limit":-3}}`:                {BadField, "settings.time_limit", "settings.time_limit: expected a duration such as"},
		`{"settings":{"time_limit":1e300}}`:             {BadField, "settings.time_limit", "settings.time_limit: expected a duration such as"},
		`{"settings":{"time_limit":"NaN"}}`:             {BadField, "settings.time_limit", "settings.time_limit: expected a duration such as"},
		`{"settings":{"time_limit":true}}`:              {BadField, "settings.time_limit", "settings.time_limit: expected a duration such as"},
		`{"settings":{"params":{"walks":[]}}}`:          {BadField, "settings.params.walks", "settings.params.walks: expected a string, a number, true or false"},
		`{"reading":{"columns":{"x":null}}}`:            {BadField, "reading.columns.x", "reading.columns.x: expected a string"},
		`{"reading":{"columns":{"x":1,"x":2}}}`:         {BadField, "reading.columns.x", `duplicate field "reading.columns.x"`},
	} {
		s, err := Decode([]byte(text))
		only(t, text, err, want)
		if !reflect.DeepEqual(s, Spec{}) {
			t.Errorf("%s: %+v", text, s)
		}
	}
	_, err := Decode([]byte(`{"a":1,"file":2,"route":{"b":1,"open":0},"settings":{"params":{"c":{},"d":[]}}}`))
	if n := len(Faults(err)); n != 6 {
		t.Errorf("%d faults, expected all 6 of them: %v", n, err)
	}
}

// A submission contains its file or the hash of an uploaded one.
func TestDecodeSubmission(t *testing.T) {
	s, content, err := DecodeSubmission([]byte(`{"file":"a.csv","content":"x,y\n"}`))
	if err != nil || string(content) != "x,y\n" || s.Instance != Hash(content) || s.File != "a.csv" {
		t.Errorf("%+v, %q, %v", s, content, err)
	}
	s, content, err = DecodeSubmission([]byte(`{"file":"a.csv","content":""}`))
	if err != nil || content == nil || s.Instance != Hash(nil) {
		t.Errorf("an empty file: %+v, %q, %v", s, content, err)
	}
	s, content, err = DecodeSubmission([]byte(full))
	if err != nil || content != nil || !reflect.DeepEqual(s, fullSpec()) {
		t.Errorf("%+v, %q, %v", s, content, err)
	}
	for text, want := range map[string]Fault{
		`{"content":"a","instance":"` + zeros + `"}`: {BadField, "content", "content cannot be combined with instance: expected one of them"},
		`{"content":"a","instance":""}`:              {BadField, "content", "content cannot be combined with instance"},
		`{"content":5}`:                              {BadField, "content", "content: expected a string, found 5"},
		`{"content":"a","magic":1}`:                  {UnknownField, "magic", `unknown field "magic"`},
	} {
		s, content, err := DecodeSubmission([]byte(text))
		only(t, text, err, want)
		if content != nil || !reflect.DeepEqual(s, Spec{}) {
			t.Errorf("%s: %+v, %q", text, s, content)
		}
	}
}

// Error messages do not repeat long parts of a request.
func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, text := range []string{`{"` + long + `":1}`, `{"file":["` + long + `"]}`, `{"settings":{"params":{"` + long + `":{}}}}`, `{} ` + long} {
		_, err := Decode([]byte(text))
		if len(Faults(err)) != 1 || len(err.Error()) > 4000 || len(Faults(err)[0].Field) > 2000 {
			t.Errorf("%.40s: a message of %d bytes", text, len(err.Error()))
		}
	}
	var none *Fault
	if err := (Spec{Instance: long, File: long, Problem: long, Label: long, Settings: Settings{Algorithm: long}}).Validate(Limits{}); !errors.As(err, &none) || len(err.Error()) > 4000 {
		t.Errorf("a message of %d bytes", len(err.Error()))
	}
}

// FuzzDecode checks that arbitrary input is either decoded or rejected, and that a decoded Spec is
// unchanged after it is written and read again.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{full, "{}", "[]", "", `{"settings":{"time_limit":1e-9}}`, `{"settings":{"params":{"a":"\ud800"}}}`, `{"file":"\u0000"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.Frugal(t, len(data), func() {
			s, err := Decode(data)
			if err != nil {
				if len(Faults(err)) == 0 {
					t.Fatalf("not a fault: %v", err)
				}
				return
			}
			_ = s.Validate(Limits{Seconds: 10})
			text, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := Decode(text); err != nil || !reflect.DeepEqual(again, s) {
				t.Fatalf("%s: %+v, %v, expected %+v", text, again, err, s)
			}
		})
	})
}
