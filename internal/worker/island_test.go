package worker

import (
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/tours/pack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// migrants returns the number of tours with an outcome.
func (p *process) migrants(outcome string) (count float64) {
	p.t.Helper()
	families, err := p.Metrics().Gather()
	if err != nil {
		p.t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "tourmaline_worker_migrants_total" && m.GetLabel()[0].GetValue() == outcome {
				return m.GetCounter().GetValue()
			}
		}
	}
	p.t.Fatalf("no migrants are counted as %s", outcome)
	return 0
}

// An archive contains an instance with a packer of its tours.
type archive struct {
	t  *testing.T
	in *tsp.Instance
	*pack.Packer
}

func (q *queue) archive(r *record) archive {
	q.t.Helper()
	input, err := r.task.Spec.Open(q.instances[r.task.Spec.Instance], job.Limits{})
	if err != nil {
		q.t.Fatal(err)
	}
	p, err := pack.New(q.t.Context(), input.Document.Instance)
	if err != nil {
		q.t.Fatal(err)
	}
	return archive{q.t, input.Document.Instance, p}
}

// cost returns the cost of a packed tour, which must be valid.
func (a archive) cost(packed []byte) float64 {
	a.t.Helper()
	tour, err := a.Unpack(packed)
	if err == nil {
		err = a.in.Check(tour)
	}
	if err != nil {
		a.t.Fatal(err)
	}
	return a.in.Cost(tour)
}

// good returns a packed tour that is better than what slow finds within seconds.
func (a archive) good() []byte {
	a.t.Helper()
	r, err := tourmaline.Solve(a.t.Context(), tourmaline.Tours(a.in), tourmaline.Config{Algorithm: "ils", Limits: tourmaline.Limits{Steps: 300}})
	if err != nil {
		a.t.Fatal(err)
	}
	return a.Pack(r.Order())
}

// descending returns the tour that visits n cities in the reverse order of their numbers.
func descending(n int) tsp.Tour {
	t := tsp.Identity(n)
	slices.Reverse(t)
	return t
}

// slow returns settings of a search that improves slowly until it is stopped.
func slow() job.Settings {
	return job.Settings{Algorithm: "acs", Limits: tourmaline.Limits{Time: time.Hour}}
}

// A worker offers the search each tour that arrives, and sends what the search has got. It refuses
// a damaged tour.
func TestIslandsExchangeTours(t *testing.T) {
	q := start(t)
	r := q.submit(cities(1000), slow())
	q.change(func() { r.task.Spec.Archipelago = "pacific" })
	w := q.run(Options{})
	q.await("the first tour is sent", func() bool { return len(r.migrants) > 0 })
	of := q.archive(r)
	good := of.good()
	for _, packed := range [][]byte{{1, 2, 3}, of.Pack(make(tsp.Tour, 1000))} {
		before := w.migrants(migrantRefused)
		q.send(r, protocol.Message{Command: protocol.Immigrate, Tour: packed})
		q.await("a damaged tour is refused", func() bool { return w.migrants(migrantRefused) > before })
	}
	q.send(r, protocol.Message{Command: protocol.Immigrate, Tour: of.Pack(descending(1000))})
	q.await("a random tour is not better", func() bool { return w.migrants(migrantNoBest) == 1 })
	q.send(r, protocol.Message{Command: protocol.Immigrate, Tour: good})
	q.await("a good tour is taken", func() bool { return w.migrants(migrantTaken) == 1 })
	q.await("it is sent on", func() bool { return of.cost(r.migrants[len(r.migrants)-1]) <= of.cost(good) })
	q.tell(r, protocol.Cancel)
	if got := q.result(q.ended(r)); got.Cost > of.cost(good) {
		t.Errorf("the result costs %v, more than the tour that arrived, %v", got.Cost, of.cost(good))
	}
}

// Jobs without an archipelago send no tours, and ignore those that arrive.
func TestOtherJobsExchangeNoTours(t *testing.T) {
	q := start(t)
	r := q.submit(cities(200), stepping(200))
	w := q.run(Options{})
	q.await("it runs", func() bool { return len(r.reports) > 0 })
	q.send(r, protocol.Message{Command: protocol.Immigrate, Tour: []byte{1}})
	q.mustEqualLibrary(r)
	if len(r.migrants) > 0 || w.migrants(migrantSent) > 0 || w.migrants(migrantRefused) > 0 {
		t.Errorf("%d tours were sent", len(r.migrants))
	}
}
