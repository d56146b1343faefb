package worker

import (
	"errors"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// roundPause is the time between two requests for the tour of the previous island.
const roundPause = 20 * time.Millisecond

// inRounds reports whether the islands wait for each other.
func (i *island) inRounds() bool { return i != nil && i.task.Spec.Rounds.Asked() }

// endRound sends the best tour if a round ends with the last step, waits for the tour of the
// previous island and offers it to the search. The search must not be saved before that, so that it
// does not miss the tour when it continues elsewhere. A search that has continued repeats its last
// round, which has no effect.
func (i *island) endRound(solver *tourmaline.Solver, p search.Progress) error {
	if !i.inRounds() || p.Reason != "" || p.Step == 0 || p.Step%i.task.Spec.Rounds.Steps != 0 {
		return nil
	}
	number := p.Step / i.task.Spec.Rounds.Steps
	if number == i.round {
		return nil // a part of the preparation
	}
	i.round = number
	packed, err := i.passOn(solver, number, false)
	if err != nil || packed == nil {
		return err
	}
	i.worker.metrics.migrants.WithLabelValues(migrantSent).Inc()
	i.worker.metrics.migrants.WithLabelValues(i.welcome(solver, packed)).Inc()
	return nil
}

// endRounds sends the best tour of a search that has ended, so that the next island does not wait
// for later rounds.
func (i *island) endRounds(solver *tourmaline.Solver) {
	if !i.inRounds() {
		return
	}
	steps := i.task.Spec.Rounds.Steps
	next := (solver.Progress().Step + steps - 1) / steps
	if _, err := i.passOn(solver, max(next, 1), true); err != nil {
		i.log.Warn("cannot send the last tour to the next island", "error", err)
	}
}

// passOn sends the best tour. Unless it is the last one, it waits for that of the previous island.
// It returns nil if the attempt stops in the meantime.
func (i *island) passOn(solver *tourmaline.Solver, number int, last bool) ([]byte, error) {
	tour, ok := solver.Best().(tsp.Tour)
	if !ok {
		return nil, errors.New("the search has no tour")
	}
	ctx := i.ctx
	if last {
		ctx = i.grace
	}
	r := protocol.Round{Claim: i.task.Claim, Number: number, Last: last, Tour: i.packer.Pack(tour)}
	for {
		packed, err := protocol.Repeat(ctx, i.worker.client, func() ([]byte, error) { return i.worker.client.Round(ctx, r) })
		i.fenceIf(err)
		switch {
		case ctx.Err() != nil:
			return nil, nil
		case err != nil || last || len(packed) > 0:
			return packed, err
		}
		r.Tour = nil // the server has it
		i.moves.Add(1)
		if !retry.Sleep(ctx, roundPause) {
			return nil, nil
		}
	}
}
