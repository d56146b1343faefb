package report

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// ended returns the record of a run that reached a cost. known is the best known cost, or NaN if it
// is unknown.
func ended(instance, contestant string, seed uint64, cost, known float64) experiment.Record {
	r := &tourmaline.Result{Cost: cost, Seconds: 2, Steps: 100}
	if !math.IsNaN(known) {
		r.BestKnown = &known
		if gap, ok := (tourmaline.Known{Value: known}).Gap(cost); ok {
			r.GapPercent = &gap
		}
	}
	away := math.Abs(cost) + 1
	for i, factor := range []float64{1, 0.3, 0.1, 0} {
		r.Trace = append(r.Trace, tourmaline.TracePoint{
			Seconds: 0.01 * math.Pow(5, float64(i)) * (1 + float64(seed)/10), Step: 30 * i, Cost: cost + away*factor,
		})
	}
	rec := failed(instance, contestant, seed)
	rec.Result, rec.Error = r, ""
	return rec
}

// failed returns the record of a run without a result.
func failed(instance, contestant string, seed uint64) experiment.Record {
	return experiment.Record{
		Schema: experiment.Schema, Key: fmt.Sprint(instance, contestant, seed), Plan: "A plan",
		Instance: instance, Contestant: contestant, Seed: seed,
		Command: fmt.Sprintf("tourmaline solve %s --algorithm %s --seed %d", instance, contestant, seed),
		Started: time.Date(2026, 5, 4, 12, int(seed%60), 0, 0, time.UTC),
		Machine: experiment.Machine{OS: "linux", Arch: "amd64", CPU: "A CPU", Cores: 2, MHz: 2100, Devices: []string{"A device"}, Go: "go1.26", Version: "v1"},
		Error:   "no memory",
	}
}

// field returns records of runs of contestants on instances. The k-th contestant has costs around
// 1000 + 10 k.
func field(instances, contestants, runs int) []experiment.Record {
	var records []experiment.Record
	for i := range instances {
		for k := range contestants {
			s := rng.At(1, uint32(i), uint32(k))
			for seed := range runs {
				cost := 1000 + float64(10*k) + float64(s.IntN(9))
				records = append(records, ended(fmt.Sprintf("tsplib/i%d.tsp", i+1), string(rune('a'+k)), uint64(seed+1), cost, 1000))
			}
		}
	}
	return records
}

func compareAll(t *testing.T, records []experiment.Record, o Options) *Comparison {
	t.Helper()
	c, err := Compare(records, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// writtenAs returns the comparison in every output format, by file extension.
func writtenAs(t *testing.T, c *Comparison) map[string]string {
	t.Helper()
	out := map[string]string{}
	for ending, write := range map[string]func(*bytes.Buffer) error{
		"txt":  func(b *bytes.Buffer) error { return Text(b, c) },
		"md":   func(b *bytes.Buffer) error { return Markdown(b, c) },
		"csv":  func(b *bytes.Buffer) error { return CSV(b, c) },
		"html": func(b *bytes.Buffer) error { return HTML(b, c) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatalf("%s: %v", ending, err)
		}
		out[ending] = b.String()
	}
	return out
}
