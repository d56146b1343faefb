package ils

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A walk is a plan that several lanes change in place, each in its own part of the plan. At every
// step, the parts are chosen anew. With a single lane, the whole plan belongs to it.
type walk struct {
	board *board.Board
	best  best
	lanes []*lane
}

// A lane makes kicks. It contains what it uses and learns in a step.
type lane struct {
	board    *board.Board
	ruin     ruin
	descent  bool // whether there is local search after a kick
	random   rng.Stream
	judge    anneal.Judge
	most     float64 // maximum worsening of a kick before a descent
	repairs  repairs
	finished bool
}

func newWalk(in *vrp.Instance, b *board.Board, p Params, lanes int) *walk {
	w := &walk{board: b}
	boards := []*board.Board{b}
	if lanes > 1 {
		boards = b.Lanes(lanes)
	}
	shared := newRuin(in, p)
	for _, own := range boards {
		l := &lane{board: own, ruin: shared, descent: p.Descent != none}
		l.ruin.board = own
		w.lanes = append(w.lanes, l)
	}
	w.best.keep(b)
	return w
}

// deal gives each lane its part of the plan.
func (w *walk) deal(first int32) {
	if boards := w.boards(); boards != nil {
		w.board.Deal(boards, first)
	} else {
		w.board.Mark()
	}
}

// finished reports whether all lanes have completed their step.
func (w *walk) finished() bool {
	return !slices.ContainsFunc(w.lanes, func(l *lane) bool { return !l.finished })
}

// gather completes a step, or undoes it if it was interrupted.
func (w *walk) gather(finished bool) {
	for _, l := range w.lanes {
		if !finished {
			l.board.Forget()
			l.board.Rewind()
		}
	}
	if boards := w.boards(); boards != nil {
		w.board.Gather(boards)
	}
	if finished {
		w.best.keep(w.board)
	} else {
		w.best.stale(w.board)
	}
}

// boards returns the boards of several lanes.
func (w *walk) boards() (all []*board.Board) {
	if len(w.lanes) > 1 {
		for _, l := range w.lanes {
			all = append(all, l.board)
		}
	}
	return all
}

// enter replaces the current plan.
func (w *walk) enter(p vrp.Plan) {
	load(w.board, p)
	w.board.Mark()
	w.best.stale(w.board)
}

// descend makes the plan around some stops locally optimal. It reports whether it has finished.
func (l *lane) descend(ctx context.Context, stops span) bool {
	for s := stops.first; s < stops.end; s++ {
		l.board.Queue(s)
	}
	finished := l.board.Descend(ctx)
	l.board.Retype()
	l.board.Turn()
	l.board.Commit()
	return finished
}

// kicks makes a number of kicks. It reports whether it has finished.
func (l *lane) kicks(ctx context.Context, count int) bool {
	for range count {
		if len(l.board.Own()) == 0 {
			return true
		}
		if ctx.Err() != nil || !l.kick(ctx) {
			return false
		}
	}
	return true
}

// kick changes the plan, and keeps or undoes the change. It descends unless the kick has no effect
// on the cost, or worsens the plan by so much that a descent seldom repairs it. It reports whether
// it has finished.
func (l *lane) kick(ctx context.Context) bool {
	b := l.board
	before, needed := b.Cost(), b.Needed()
	l.ruin.remove(&l.random)
	l.ruin.recreate(&l.random)
	kicked := float64(b.Cost() - before)
	if kicked == 0 || kicked > l.most || !l.descent {
		b.Forget()
	} else if !b.Descend(ctx) {
		return false
	}
	b.Retype()
	b.Turn()
	delta := float64(b.Cost() - before)
	if b.Needed() != needed { // a matter of more than cost, which says nothing about the usual change
		l.settle(delta < 0)
		return true
	}
	l.repairs.count(kicked, delta)
	l.settle(l.judge.Accepts(delta, &l.random))
	return true
}

// settle keeps the changes of a kick, or undoes them.
func (l *lane) settle(accepted bool) {
	if accepted {
		l.board.Commit()
	} else {
		l.board.Undo()
	}
}
