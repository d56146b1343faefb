package walks

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// stay holds what walks need that stay on the device for many turns [LSM13 Algorithm 2].
type stay struct {
	most    int // maximum number of turns; 0 if walks cannot stay
	atOnce  int // number of turns of a launch of makeTurns
	tenures *cl.Buffer[int32]
	past    *cl.Buffer[uint64] // choices of all turns
	words   []uint64           // past on the host

	makeTurns *cl.Kernel // nil if walks cannot stay
}

const (
	// Maximum number of turns that walks stay, and of entries for all walks. The host makes the
	// turns after the device; the fewer there are, the sooner a search can be cancelled.
	turnsOfStay   = 256
	entriesOfStay = 1 << 18

	// Maximum number of moves of a neighbourhood that one team scores, maximum number on a CPU with
	// more cores than walks, and approximate number of moves that a team scores in a launch.
	movesOfTeam   = 1 << 12
	movesOfCore   = 1 << 10
	movesOfLaunch = 1 << 17

	tenureWords = 3 // TENURES in make_move.cl
)

// mostTurns returns the number of turns that walks can stay on a device, or 0. A team makes all
// turns of a walk, so the neighbourhood must be small enough for one team.
func mostTurns(d cl.Info, m model, walks int) int {
	most := movesOfTeam
	if d.Kind == "cpu" && walks < d.Units {
		most = movesOfCore
	}
	if !m.Applies || m.Delta == moves.Double || m.Moves > most {
		return 0
	}
	return min(turnsOfStay, entriesOfStay/walks)
}

// settle creates the buffers and the kernel of a stay.
func (l *level) settle(w *cl.Scope, program *cl.Program, inputs []any) {
	s, m := &l.stay, &l.model
	s.words = make([]uint64, 2*s.most*l.walks)
	s.tenures, s.past = cl.Make[int32](w, "tenures", tenureWords*s.most*l.walks), cl.Make[uint64](w, "moves of turns", len(s.words))
	walks := []any{l.states, cl.Arg("untils", l.untils), int32(m.memory()), l.orders}
	history := []any{uint32(l.walks), s.tenures, s.past, cl.Local{PerItem: m.unit().bytes()}, cl.Local{PerItem: 8}}
	with := func(own ...any) (all []any) {
		for _, some := range [][]any{inputs, walks, own, history} {
			all = append(all, some...)
		}
		return all
	}
	s.atOnce = max(1, movesOfLaunch/m.Moves)
	s.makeTurns = w.Kernel(program, "make_turns", with(uint64(m.Moves), cl.Arg("turns", uint32(0)))...)
}

// MostTurns implements local.ResidentPicks. Walks stay only if there is one neighbourhood.
func (e *Engine) MostTurns() int { return e.levels[0].stay.most }

// PickTurns implements local.ResidentPicks.
func (e *Engine) PickTurns(ctx context.Context, turns []local.DeviceTurn, tenures []int32, chosen []moves.Choice) error {
	if len(turns) != e.walks || len(chosen)%e.walks != 0 || len(tenures) != tenureWords*len(chosen) || len(chosen) > e.MostTurns()*e.walks {
		return fmt.Errorf("got %d walks, %d tenures and %d moves, but the device has %d walks, which stay for %d turns", len(turns), len(tenures), len(chosen), e.walks, e.MostTurns())
	}
	l := e.levels[0]
	for i := range turns {
		e.note(i, &turns[i])
	}
	_, err := e.prepare(ctx, l, 0, turns)
	if err == nil {
		err = l.makeAll(ctx, tenures, len(chosen)/e.walks)
	}
	if err != nil {
		l.lose()
		return err
	}
	for i := range chosen {
		chosen[i] = l.choiceOf(l.stay.words[2*i:])
	}
	return nil
}

// lose records that the states and memories on the device are not those of the host.
func (l *level) lose() {
	clear(l.known)
	for i := range l.dirty {
		l.dirty[i] = true
	}
}

// makeAll makes a number of turns of all walks and reads the choices.
func (l *level) makeAll(ctx context.Context, tenures []int32, turns int) error {
	s := &l.stay
	if err := s.tenures.Write(tenures); err != nil {
		return err
	}
	for made := 0; made < turns; made += s.atOnce {
		some := uint32(min(s.atOnce, turns-made))
		if err := errors.Join(cl.Set(s.makeTurns, "turns", some), s.makeTurns.RunTeams(ctx, l.walks)); err != nil {
			return err
		}
	}
	return s.past.Read(s.words[:2*turns*l.walks])
}
