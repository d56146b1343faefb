package walks

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

const (
	orderWords = 9 // ORDER_WORDS in moves_of_walk.cl
	classShift = 60

	// Minimum number of moves in a slice, and maximum number of slices in a launch.
	fewestMoves = 256
	mostTeams   = 1 << 14

	// Maximum number of scores that the host reads at a time, unless it reads all of them.
	mostScores = 1 << 20
)

// level is one neighbourhood of all walks.
type level struct {
	model  model
	walks  int
	slices int

	states, untils, orders, marks *cl.Buffer[int32]
	found, chosen, scores         *cl.Buffer[uint64]
	pick, best, score, keepOut    *cl.Kernel
	stay                          stay

	state  []int32   // states of all walks on the host
	order  []int32   // orders of all walks
	choice []uint64  // choices of all walks
	mark   []int32   // triples of walk, attribute and until
	known  [][]int32 // memory of each walk on the device
	dirty  []bool    // whether the state on the device is out of date

	raw    []uint64 // scores of all moves as bits, if they are read back
	deltas []float64
}

// newLevel prepares a neighbourhood. The device can store the scores of the given number of moves,
// and walks can stay there for a number of turns.
func newLevel(ctx context.Context, w *cl.Scope, m model, walks, stored, turns int) *level {
	l := &level{model: m, walks: walks}
	l.slices = max(1, min((m.Moves+fewestMoves-1)/fewestMoves, mostTeams/walks))
	slice := (m.Moves + l.slices - 1) / l.slices
	l.state, l.order, l.choice = make([]int32, walks*m.State), make([]int32, walks*orderWords), make([]uint64, 2*walks)
	l.known, l.dirty = make([][]int32, walks), make([]bool, walks)
	for i := range l.dirty {
		l.dirty[i] = true
	}
	teams := walks * l.slices
	l.states, l.orders = cl.Make[int32](w, "states", len(l.state)), cl.Make[int32](w, "orders", len(l.order))
	l.found, l.chosen = cl.Make[uint64](w, "moves of slices", 2*teams), cl.Make[uint64](w, "moves of walks", 2*walks)
	// Without a memory, the buffer contains nothing; resend enlarges it if needed.
	l.untils, l.marks = cl.Make[int32](w, "memories", 1), cl.Make[int32](w, "marks", 3*3*walks)
	inputs := m.put(ctx, w)
	with := func(more ...any) []any { return append(inputs[:len(inputs):len(inputs)], more...) }
	program := w.Program(m.source())
	delta := cl.Local{PerItem: m.unit().bytes()}
	l.pick = w.Kernel(program, "pick_moves", with(l.states, cl.Arg("untils", l.untils), int32(m.memory()), l.orders,
		uint64(m.Moves), uint64(slice), uint32(l.slices), uint32(teams), l.found, delta, cl.Local{PerItem: 8})...)
	l.best = w.Kernel(program, "best_of_slices", l.found, uint32(l.slices), uint32(walks), l.chosen, delta, cl.Local{PerItem: 8})
	l.keepOut = w.Kernel(program, "keep_out", l.marks, cl.Arg("count", uint32(0)), int32(m.memory()), cl.Arg("untils", l.untils))
	l.scores = cl.Make[uint64](w, "cost changes of moves", stored)
	l.score = w.Kernel(program, "score_moves", with(l.states, cl.Arg("walk", uint32(0)), cl.Arg("first", uint64(0)), cl.Arg("count", uint32(0)), l.scores)...)
	if l.stay.most = turns; turns > 0 {
		l.settle(w, program, inputs)
	}
	return l
}

// send writes the states if the device has an outdated state for a walk at this level. It writes
// all states together, because most of them change at every turn, and because Oclgrind 21.10 treats
// the rest of a partly written buffer as uninitialised.
func (l *level) send(number int, turns []local.DeviceTurn) error {
	some := false
	for i := range turns {
		if t := &turns[i]; l.dirty[i] && t.Rule != nil && t.Level == number {
			t.Encode(l.state[i*l.model.State:][:l.model.State])
			l.dirty[i], some = false, true
		}
	}
	if !some {
		return nil
	}
	return l.states.Write(l.state)
}

// command writes the order of a walk.
func (l *level) command(i int, r *moves.Rule) {
	o := l.order[i*orderWords:][:orderWords]
	clear(o)
	if r == nil {
		return
	}
	o[0], o[2], o[3] = 1, r.Step, r.Long
	if r.Until != nil {
		o[1] = 1
	}
	bits := l.model.unit().bits(r.Aspire)
	o[4], o[5] = int32(uint32(bits)), int32(uint32(bits>>32))
	gap := uint64(int64(max(r.Aspire, -1<<62)))
	o[7], o[8] = int32(uint32(gap)), int32(uint32(gap>>32))
}

// look picks a move for every walk that has an order.
func (l *level) look(ctx context.Context) error {
	if err := l.pick.RunTeams(ctx, l.walks*l.slices); err != nil {
		return err
	}
	if l.slices == 1 {
		return l.found.Read(l.choice)
	}
	if err := l.best.RunTeams(ctx, l.walks); err != nil {
		return err
	}
	return l.chosen.Read(l.choice)
}

// picked returns the device's choice for a walk.
func (l *level) picked(i int) moves.Choice { return l.choiceOf(l.choice[2*i:]) }

// choiceOf returns the choice that the device describes by two words.
func (l *level) choiceOf(words []uint64) moves.Choice {
	delta, move := words[0], words[1]
	if move>>classShift == moves.Forbidden {
		return moves.Choice{Move: -1}
	}
	return moves.Choice{Move: int(move & (1<<classShift - 1)), Delta: l.model.unit().number(delta)}
}

// remember records the memory of a walk and reports whether it differs from the one on the device.
func (l *level) remember(i int, until []int32) bool {
	if len(until) == 0 || len(l.known[i]) > 0 && &l.known[i][0] == &until[0] {
		return false
	}
	l.known[i] = until
	return true
}

// resend sends the memories of all walks, which include all marks so far.
func (l *level) resend(w *cl.Scope) error {
	n := l.model.memory()
	if l.untils.Len() < n*l.walks {
		l.untils = cl.Make[int32](w, "memories", n*l.walks)
		if w.Err() != nil {
			return w.Err()
		}
		for _, k := range []*cl.Kernel{l.pick, l.keepOut, l.stay.makeTurns} {
			if k == nil {
				continue
			}
			if err := cl.SetBuffer(k, "untils", l.untils); err != nil {
				return err
			}
		}
	}
	all := make([]int32, n*l.walks)
	for i, until := range l.known {
		copy(all[i*n:], until)
	}
	l.mark = l.mark[:0]
	return l.untils.Write(all)
}

// flush sends the changes to the memories.
func (l *level) flush(ctx context.Context) error {
	for len(l.mark) > 0 {
		part := l.mark[:min(len(l.mark), l.marks.Len())]
		count := len(part) / 3
		if err := errors.Join(l.marks.Write(part), cl.Set(l.keepOut, "count", uint32(count))); err != nil {
			return err
		}
		if err := l.keepOut.Run(ctx, count); err != nil {
			return err
		}
		l.mark = l.mark[len(part):]
	}
	l.mark = l.mark[:0]
	return nil
}
