package worker

import (
	"context"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/tours/pack"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	// migrantPause is the shortest time between two tours that an island sends.
	migrantPause = time.Second
	// migrantRepeat is the time after which an island sends a tour again, because its neighbour may
	// have started in the meantime.
	migrantRepeat = 10 * time.Second
	// migrantShare limits the exchange of tours to a hundredth of the search time.
	migrantShare = 100
)

// What became of a tour that islands exchange: the values of the label outcome.
const (
	migrantSent    = "sent"
	migrantTaken   = "taken"
	migrantNoBest  = "not_better"
	migrantRefused = "refused" // damaged, or of no use for the search
)

// An island is an attempt that exchanges tours with the other jobs of its archipelago.
type island struct {
	*attempt
	packer *pack.Packer
	sent   float64 // cost of the last tour
	next   time.Time
	repeat time.Time
	round  int // number of the last round
}

// newIsland returns nil if a job belongs to no archipelago.
func (a *attempt) newIsland(ctx context.Context, in *job.Input) (*island, error) {
	if a.task.Spec.Archipelago == "" || in.Document == nil {
		return nil, nil
	}
	packer, err := pack.New(ctx, in.Document.Instance)
	return &island{attempt: a, packer: packer, sent: math.Inf(1)}, err
}

// exchange offers the search the tour that has arrived last, and sends its best tour if one is due.
func (i *island) exchange(solver *tourmaline.Solver, p search.Progress, now time.Time) {
	if i == nil || i.inRounds() {
		return
	}
	if packed := i.arrived.Swap(nil); packed != nil {
		i.worker.metrics.migrants.WithLabelValues(i.welcome(solver, *packed)).Inc()
	}
	due := p.Cost < i.sent || !now.Before(i.repeat)
	if p.Step == 0 || now.Before(i.next) || !due {
		return
	}
	if err := i.send(solver, p); err != nil {
		i.log.Debug("cannot send a tour to the next island", "error", err)
	}
	i.next = now.Add(max(migrantPause, migrantShare*time.Since(now)))
	i.repeat = now.Add(migrantRepeat)
}

// welcome offers a tour to the search, which checks it and computes its cost.
func (i *island) welcome(solver *tourmaline.Solver, packed []byte) (outcome string) {
	tour, err := i.packer.Unpack(packed)
	taken := false
	if err == nil {
		taken, err = solver.Immigrate(tour)
	}
	switch {
	case err != nil:
		i.log.Warn("refused the tour of another job", "error", err)
		return migrantRefused
	case taken:
		return migrantTaken
	}
	return migrantNoBest
}

func (i *island) send(solver *tourmaline.Solver, p search.Progress) error {
	tour, ok := solver.Best().(tsp.Tour)
	if !ok {
		return nil
	}
	i.sent = p.Cost
	err := i.worker.client.SendMigrant(protocol.Migrant{Claim: i.task.Claim, Tour: i.packer.Pack(tour)})
	if err == nil {
		i.worker.metrics.migrants.WithLabelValues(migrantSent).Inc()
	}
	return err
}
