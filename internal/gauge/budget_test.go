package gauge

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/opencl"
)

// find returns the first device, with a fixed launch.
func find(t *testing.T) measurable {
	t.Helper()
	cltest.Device(t)
	d, err := opencl.Find(0, opencl.Options{Launch: opencl.Launch{Group: 32, Wave: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	return d.(measurable)
}

// No step of a search has more traffic with the device than allowed, and every family finds the
// same solution on the device and on the CPU. With -v, the test prints the traffic and the time for
// which a graphics card would wait, apart from its own work:
//
//	go test ./internal/gauge -run TestBudgets -v
func TestBudgets(t *testing.T) {
	d := find(t)
	if d.Info().Platform != "Portable Computing Language" {
		t.Skip("the traffic depends on the limits of the device; the allowances are for PoCL")
	}
	for _, w := range families() {
		t.Run(w.name, func(t *testing.T) {
			r := w.row(t.Context(), d)
			if r.Verdict != Equal || r.Traffic == nil {
				t.Fatalf("%+v", r)
			}
			got, most := *r.Traffic, allowances[w.name]
			t.Logf("| %s | %d | %d | %d | %d | %.0f µs |", w.name, got.Launches, got.Waits, got.Sent, got.Received, got.Waiting)
			if got.Launches > most.Launches || got.Waits > most.Waits || got.Sent > most.Sent || got.Received > most.Received {
				t.Errorf("a step has the traffic %+v, at most %+v allowed", got, most)
			}
		})
	}
}

// allowances holds the maximum traffic of a step. A slow machine waits more often, because the
// queue never holds more than 50 ms of work.
var allowances = map[string]Traffic{
	"tabu, assignment": {Launches: 1, Waits: 6, Sent: 5640, Received: 7424},
	"tabu, perceptron": {Launches: 800, Waits: 1640, Sent: 749944, Received: 12800},
	"tabu, tour":       {Launches: 15, Waits: 24, Sent: 8520, Received: 160},
	"ls13":             {Launches: 4, Waits: 4, Sent: 792, Received: 128},
	"mmas20":           {Launches: 6, Waits: 12, Sent: 800, Received: 820},
	"mmas20, 2-opt":    {Launches: 8, Waits: 18, Sent: 800, Received: 1600},
	"acs":              {Launches: 399, Waits: 26, Sent: 800, Received: 1600},
	"acs-alt":          {Launches: 8, Waits: 14, Sent: 800, Received: 1600},
	"acs16-spm":        {Launches: 302, Waits: 40, Sent: 800, Received: 1600},
	"tabu, cut":        {Launches: 1, Waits: 5, Sent: 2472, Received: 3200},
	"tabu, colouring":  {Launches: 1, Waits: 5, Sent: 672, Received: 800},
	"tabu, function":   {Launches: 3, Waits: 6, Sent: 288, Received: 32},
	"ga16":             {Launches: 52, Waits: 70, Sent: 168000, Received: 35000},
}
