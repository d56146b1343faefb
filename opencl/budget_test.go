package opencl

import (
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Delays that a graphics card is assumed to have.
const (
	launchDelay = 5700 * time.Nanosecond
	waitDelay   = 10 * time.Microsecond
	bytesPerSec = 12e9
)

// An allowance is the maximum traffic of a step of a search on a device.
type allowance struct {
	problem   tourmaline.Problem
	algorithm string
	most      cl.Traffic
}

// No step of a search has more traffic with the device than allowed. With -v, the test prints the
// traffic and the time for which a graphics card would wait, apart from its own work:
//
//	go test ./opencl -run TestBudgets -v
func TestBudgets(t *testing.T) {
	d := find(t, Options{Launch: Launch{Group: 32, Wave: 1 << 20}})
	if d.info.Platform != "Portable Computing Language" {
		t.Skip("the traffic depends on the limits of the device; the allowances are for PoCL")
	}
	for name, b := range allowances(t) {
		t.Run(name, func(t *testing.T) {
			const steps = 6
			d.traffic(t, b, steps) // compiles
			once, twice := d.traffic(t, b, steps), d.traffic(t, b, 2*steps)
			got := perStep(once, twice, steps)
			delay := time.Duration(got.Launches)*launchDelay + time.Duration(got.Waits)*waitDelay +
				time.Duration(float64(got.Sent+got.Received)/bytesPerSec*1e9)
			t.Logf("| %s | %d | %d | %d | %d | %.0f µs |", name, got.Launches, got.Waits, got.Sent, got.Received, float64(delay)/1e3)
			if got.Launches > b.most.Launches || got.Waits > b.most.Waits || got.Sent > b.most.Sent || got.Received > b.most.Received {
				t.Errorf("a step has the traffic %+v, at most %+v allowed", got, b.most)
			}
		})
	}
}

// traffic returns the traffic of a search.
func (d *clDevice) traffic(t *testing.T, b allowance, steps int) cl.Traffic {
	t.Helper()
	driven, err := d.take()
	if err != nil {
		t.Fatal(err)
	}
	before := driven.Traffic()
	if err := give(driven); err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), b.problem, tourmaline.Config{
		Algorithm: b.algorithm, Seed: 1, Limits: tourmaline.Limits{Steps: steps}, Device: d,
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Engine != "opencl" {
		t.Fatalf("the search used engine %s", r.Engine)
	}
	after := driven.Traffic()
	if idle.devices[d.info] != driven || after.Launches == before.Launches {
		t.Fatal("the search used another device, or none")
	}
	return perStep(before, after, 1)
}

// perStep returns the traffic of a step, given the traffic before and after a number of steps.
func perStep(before, after cl.Traffic, steps int) cl.Traffic {
	return cl.Traffic{
		Launches: (after.Launches - before.Launches) / steps, Waits: (after.Waits - before.Waits) / steps,
		Sent: (after.Sent - before.Sent) / int64(steps), Received: (after.Received - before.Received) / int64(steps),
	}
}

// allowances returns the families of kernels. A slow machine waits more often, because the queue
// never holds more than 50 ms of work.
func allowances(t *testing.T) map[string]allowance {
	in, err := tsp.Generate(tsp.Uniform, 198, 1)
	if err != nil {
		t.Fatal(err)
	}
	tours := tourmaline.Tours(in)
	signs, _, err := perceptron.Generate(73, 73, 1)
	if err != nil {
		t.Fatal(err)
	}
	const n = 30
	random := rng.At(1, 0, 0)
	a, b := make([]int64, n*n), make([]int64, n*n)
	for i := range a {
		a[i], b[i] = int64(random.IntN(100)), int64(random.IntN(100))
	}
	office, err := qap.New("office", n, a, b)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]allowance{
		"qap tabu":        {tourmaline.Assignments(office), "tabu", cl.Traffic{Launches: 1, Waits: 6, Sent: 5640, Received: 7424}},
		"perceptron tabu": {tourmaline.Perceptrons(signs), "tabu", cl.Traffic{Launches: 800, Waits: 1640, Sent: 749944, Received: 12800}},
		"tsp tabu":        {tours, "tabu", cl.Traffic{Launches: 15, Waits: 24, Sent: 8520, Received: 160}},
		"tsp ls13":        {tours, "ls13", cl.Traffic{Launches: 4, Waits: 4, Sent: 792, Received: 128}},
		"tsp mmas20":      {tours, "mmas20", cl.Traffic{Launches: 6, Waits: 12, Sent: 800, Received: 820}},
		"tsp ga16":        {tours, "ga16", cl.Traffic{Launches: 52, Waits: 70, Sent: 168000, Received: 35000}},
	}
}
