package gauge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/opencl"
)

// small is work that takes little time on any device.
func small(name string, p *Paper) work {
	return work{name: name, instance: assignment(12), algorithm: "tabu", params: map[string]string{"turns": "5"}, steps: 2, turns: 5, paper: p}
}

func papers() []work { return []work{small("headline", &Paper{"LSM13", "Table 2", "M2050", 0.4})} }

// A complete report follows its schema, and has all rows in every format.
func TestReport(t *testing.T) {
	var last Report
	for r := range measure(t.Context(), []device.Device{find(t)}, []work{small("first", nil), small("second", nil)}, papers()) {
		last = r
	}
	if last.Ended != Complete || len(last.Devices) != 1 || len(last.Devices[0].Families) != 2 || len(last.Devices[0].Headlines) != 1 {
		t.Fatalf("%+v", last)
	}
	d := last.Devices[0]
	if d.SelfTest != Passed || d.Speed == nil || d.Error != "" {
		t.Errorf("%+v", d)
	}
	for _, r := range append(d.Families, d.Headlines...) {
		if r.Verdict != Equal || r.Per != "turn" || r.CPU <= 0 || r.Device <= 0 {
			t.Errorf("%+v", r)
		}
	}
	validate(t, last)
	var text, markdown bytes.Buffer
	if err := errors.Join(Text(&text, last), Markdown(&markdown, last)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"first", "second", "headline", "assignment:12", "[LSM13] Table 2", "M2050", "self-test", "GB/s"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text does not mention %q", want)
		}
		if escaped := strings.ReplaceAll(want, "[", `\[`); !strings.Contains(markdown.String(), escaped) {
			t.Errorf("Markdown does not mention %q", escaped)
		}
	}
}

// validate checks a report against the schema in docs.
func validate(t *testing.T, r Report) {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "devices.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		t.Error(err)
	}
}

// A report that is interrupted holds what was measured before. Later measurements do not change it.
func TestInterruptedReport(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var all []Report
	for r := range measure(ctx, []device.Device{find(t)}, []work{small("first", nil), small("second", nil)}, papers()) {
		if all = append(all, r); len(all) == 3 { // the device, its speed, and the first family
			cancel()
		}
	}
	if len(all) != 3 || all[0].Devices[0].Speed != nil || len(all[1].Devices[0].Families) != 0 || len(all[2].Devices[0].Families) != 1 {
		t.Fatalf("%+v", all)
	}
	last := all[2]
	if last.End(ctx); last.Ended != Interrupted || last.Devices[0].Speed == nil {
		t.Errorf("%+v", last)
	}
	expired, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if last.End(expired); last.Ended != TimeLimit {
		t.Errorf("ended: %s", last.Ended)
	}
	validate(t, last)
}

// A piece of work that takes too long, or fails, has a row that says so, without times.
func TestRowsThatFail(t *testing.T) {
	d := find(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	unknown := small("unknown", nil)
	unknown.algorithm = "greedy"
	for want, r := range map[string]Row{
		"not finished in its share of the time limit": small("long", nil).row(ctx, d),
		"not available for this problem":              unknown.row(t.Context(), d),
	} {
		if !strings.Contains(r.Verdict, want) || r.CPU != 0 || r.Device != 0 || r.Traffic != nil {
			t.Errorf("%+v, want %s", r, want)
		}
	}
	same := outcome{cost: 3, best: []int32{1, 2}}
	if err := compare(same, outcome{cost: 3, best: []int32{1, 2}}); err != nil {
		t.Error(err)
	}
	for _, other := range []outcome{{cost: 4, best: []int32{1, 2}}, {cost: 3, best: []int32{2, 1}}} {
		if err := compare(same, other); err == nil || !strings.Contains(err.Error(), "different") {
			t.Errorf("%+v: %v", other, err)
		}
	}
}

// A device that cannot be used has a row that says why, and the next device is measured.
func TestDeviceThatFails(t *testing.T) {
	broken := find(t)
	d, err := opencl.Find(0, opencl.Options{Launch: opencl.Launch{Group: 1 << 20, Wave: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	var last Report
	for r := range measure(t.Context(), []device.Device{d, broken}, []work{small("first", nil)}, nil) {
		last = r
	}
	if len(last.Devices) != 2 || last.Ended != Complete {
		t.Fatalf("%+v", last)
	}
	if bad := last.Devices[0].Families; len(bad) != 1 || !strings.Contains(bad[0].Verdict, "1048576") {
		t.Errorf("%+v", bad)
	}
	if good := last.Devices[1].Families; len(good) != 1 || good[0].Verdict != Equal {
		t.Errorf("%+v", good)
	}
	if cltest.Simulated(cltest.Device(t)) != (last.Devices[1].Families[0].Traffic == nil) {
		t.Error("traffic is known exactly for devices that stay open")
	}
}
