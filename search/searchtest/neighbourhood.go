package searchtest

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/contract"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Neighbourhood checks the contract of moves.Neighbourhood along a walk with the given number of
// moves. Each delta must be the change in cost, and a move that changes nothing must be
// moves.Impossible. Neighbourhood also checks optional interfaces that the neighbourhood
// implements, such as moves.Attributed and moves.Picker.
func Neighbourhood[S any](t *testing.T, p search.Problem[S], walk int, create func() moves.Neighbourhood[S]) {
	t.Helper()
	hasMoves(t, create().Len())
	t.Run("DeltasAreTrue", func(t *testing.T) { deltasAreTrue(t, p, walk, create()) })
	t.Run("EveryMoveIsTrueOrImpossible", func(t *testing.T) {
		if err := contract.Moves(create(), mostTried, p.Cost, p.Check); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("WavesEqualTheWhole", func(t *testing.T) { wavesEqualTheWhole(t, create()) })
	t.Run("DeltasFromManyGoroutines", func(t *testing.T) { deltasFromManyGoroutines(t, create()) })
	t.Run("SnapshotIsImmutable", func(t *testing.T) { snapshotIsImmutable(t, create()) })
	t.Run("ResetRestores", func(t *testing.T) { resetRestores(t, p, create()) })
	h := create()
	if _, ok := h.(moves.Attributed); ok {
		t.Run("AttributesAreTrue", func(t *testing.T) { attributesAreTrue(t, create()) })
	}
	if _, ok := h.(moves.Picker); ok {
		t.Run("PickIsTheBestMove", func(t *testing.T) { pickIsTheBestMove(t, create()) })
		t.Run("PickEndsWithItsContext", func(t *testing.T) { pickEndsWithItsContext(t, create()) })
		t.Run("PickRemembers", func(t *testing.T) { pickRemembers(t, create()) })
	}
	if _, ok := h.(moves.Renewer); ok {
		t.Run("SamplesHaveNumbers", func(t *testing.T) { samplesHaveNumbers(t, create()) })
	}
	if _, ok := h.(moves.RangePicker); ok {
		t.Run("PickRangeIsTheBestOfItsMoves", func(t *testing.T) { pickRangeIsTheBestOfItsMoves(t, create()) })
	}
}

// hasMoves fails the test if there are no moves to check.
func hasMoves(t testing.TB, count int) {
	t.Helper()
	if count < 1 {
		t.Fatalf("Len() = %d, expected at least one move: use a larger instance", count)
	}
}

// all returns the deltas of all moves.
func all[S any](h moves.Neighbourhood[S]) []float64 {
	deltas := make([]float64, h.Len())
	h.Deltas(0, deltas)
	return deltas
}

// stroll applies up to count possible moves.
func stroll[S any](h moves.Neighbourhood[S], count int) {
	for i := range count {
		if move, delta := possible(h, (i+1)*7919%h.Len()); move >= 0 {
			h.Apply(move, delta)
		}
	}
}

// possible returns the first possible move, starting at from and wrapping around, and its delta. It
// returns -1 if no move is possible.
func possible[S any](h moves.Neighbourhood[S], from int) (move int, delta float64) {
	var one [1]float64
	for i := range h.Len() {
		move := (from + i) % h.Len()
		if h.Deltas(move, one[:]); one[0] < moves.Impossible() {
			return move, one[0]
		}
	}
	return -1, 0
}

// mostTried is the maximum number of moves that are applied and undone individually.
const mostTried = 3000

func deltasAreTrue[S any](t *testing.T, p search.Problem[S], walk int, h moves.Neighbourhood[S]) {
	for i := range walk {
		before := p.Cost(h.Snapshot())
		if !contract.Near(before, h.Cost()) {
			t.Fatalf("move %d: Cost() = %v, but the solution costs %v", i, h.Cost(), before)
		}
		deltas := all(h)
		move, _ := possible(h, i*7919%h.Len())
		if move < 0 {
			t.Fatal("all moves are impossible")
		}
		h.Apply(move, deltas[move])
		if err := p.Check(h.Snapshot()); err != nil {
			t.Fatalf("after move %d: %v", move, err)
		}
		if found := p.Cost(h.Snapshot()) - before; !contract.Near(found, deltas[move]) {
			t.Fatalf("move %d: delta %v, but the cost changes by %v", move, deltas[move], found)
		}
	}
}

func wavesEqualTheWhole[S any](t *testing.T, h moves.Neighbourhood[S]) {
	whole := all(h)
	for first := 0; first < h.Len(); first += 7 {
		wave := make([]float64, min(7, h.Len()-first))
		h.Deltas(first, wave)
		if !slices.Equal(wave, whole[first:first+len(wave)]) {
			t.Fatalf("moves from %d have deltas %v, but %v among all moves", first, wave, whole[first:first+len(wave)])
		}
	}
}

func deltasFromManyGoroutines[S any](t *testing.T, h moves.Neighbourhood[S]) {
	stroll(h, 3)
	want := all(h)
	found := make([][]float64, 8)
	var wg sync.WaitGroup
	for i := range found {
		wg.Go(func() {
			if i%2 == 0 {
				found[i] = all(h)
				return
			}
			found[i] = make([]float64, len(want))
			for first := 0; first < len(want); first += i {
				h.Deltas(first, found[i][first:min(first+i, len(want))])
			}
		})
	}
	wg.Wait()
	for i, got := range found {
		if !slices.Equal(got, want) {
			t.Errorf("goroutine %d: got deltas %.200v, but %.200v without other goroutines", i, got, want)
		}
	}
}

func snapshotIsImmutable[S any](t *testing.T, h moves.Neighbourhood[S]) {
	snapshot := h.Snapshot()
	then := fmt.Sprint(snapshot)
	stroll(h, 1)
	mustPrint(t, snapshot, then, "the snapshot changed with a move")
}

func resetRestores[S any](t *testing.T, p search.Problem[S], h moves.Neighbourhood[S]) {
	stroll(h, 50)
	snapshot, cost, deltas := h.Snapshot(), h.Cost(), all(h)
	sample := uint32(0)
	if r, ok := h.(moves.Renewer); ok {
		sample = r.Sample()
	}
	then := fmt.Sprint(snapshot)
	stroll(h, 7)
	h.Reset(snapshot)
	mustPrint(t, h.Snapshot(), then, "Reset led to a different solution")
	if r, ok := h.(moves.Renewer); ok {
		r.SetSample(sample)
	}
	if h.Cost() != cost || !contract.Near(cost, p.Cost(snapshot)) {
		t.Errorf("Cost() = %v, expected exactly %v as before; the solution costs %v", h.Cost(), cost, p.Cost(snapshot))
	}
	if now := all(h); !slices.Equal(now, deltas) {
		t.Errorf("got deltas %.200v, expected exactly %.200v as before", now, deltas)
	}
	stroll(h, 7)
	mustPrint(t, snapshot, then, "a move changed the solution passed to Reset")
}

// samplesHaveNumbers checks that each sample has a unique number and can be restored by it.
func samplesHaveNumbers[S any](t *testing.T, h moves.Neighbourhood[S]) {
	r := h.(moves.Renewer)
	var numbers []uint32
	var deltas [][]float64
	for range 5 {
		numbers, deltas = append(numbers, r.Sample()), append(deltas, all(h))
		r.Renew()
	}
	for i, number := range numbers {
		if slices.Contains(numbers[:i], number) {
			t.Errorf("got samples %v, expected a different number for each", numbers)
		}
		r.SetSample(number)
		if now := all(h); r.Sample() != number || !slices.Equal(now, deltas[i]) {
			t.Errorf("sample %d is %d with deltas %.200v, expected %.200v as before", number, r.Sample(), now, deltas[i])
		}
	}
}

// attributesAreTrue checks that each move touches one to three valid attributes, and that Touched
// does not change the solution.
func attributesAreTrue[S any](t *testing.T, h moves.Neighbourhood[S]) {
	a := h.(moves.Attributed)
	for range 3 {
		then := fmt.Sprint(h.Snapshot())
		for move := range h.Len() {
			touch := a.Touched(move)
			if touch.Count < 1 || touch.Count > len(touch.Enters) {
				t.Fatalf("move %d touches %d attributes, want 1 to %d", move, touch.Count, len(touch.Enters))
			}
			for _, at := range slices.Concat(touch.Enters[:touch.Count], touch.Leaves[:touch.Count]) {
				if at < 0 || int(at) >= a.Attributes() {
					t.Fatalf("move %d touches attribute %d of %d", move, at, a.Attributes())
				}
			}
		}
		mustPrint(t, h.Snapshot(), then, "a query changed the solution")
		stroll(h, 4)
	}
}

// touched returns the attributes that a move changes. In a neighbourhood without attributes, each
// move is its own attribute.
func touched[S any](h moves.Neighbourhood[S], move int) moves.Touch {
	if a, ok := h.(moves.Attributed); ok {
		return a.Touched(move)
	}
	own := [3]int32{int32(move)}
	return moves.Touch{Enters: own, Leaves: own, Count: 1}
}

func attributes[S any](h moves.Neighbourhood[S]) int {
	if a, ok := h.(moves.Attributed); ok {
		return a.Attributes()
	}
	return h.Len()
}

// pick returns the move of the lowest class, among these the smallest delta, and among equal deltas
// the lowest move number. It is the reference for moves.Picker.
func pick[S any](h moves.Neighbourhood[S], r *moves.Rule, first int, deltas []float64) moves.Choice {
	best, lowest := moves.Choice{Move: -1}, moves.Forbidden
	for i, delta := range deltas {
		touch := touched(h, first+i)
		class := r.Class(delta, &touch)
		if class < lowest || class == lowest && class < moves.Forbidden && delta < best.Delta {
			best, lowest = moves.Choice{Move: first + i, Delta: delta}, class
		}
	}
	return best
}

// someRules returns rules of many kinds for the current state of a neighbourhood.
func someRules[S any](h moves.Neighbourhood[S], deltas []float64, random *rng.Stream) []*moves.Rule {
	anyDelta := func() float64 { return deltas[random.IntN(int32(len(deltas)))] }
	rules := []*moves.Rule{moves.Everything(), {Aspire: anyDelta()}, {Aspire: math.Inf(1)}}
	for _, share := range []int32{1, 2, 20, 100} { // one in share attributes is tabu
		for _, aspire := range []float64{math.Inf(-1), slices.Min(deltas), anyDelta()} {
			until := make([]int32, attributes(h))
			for a := range until {
				if random.IntN(share) == 0 {
					until[a] = 10 + random.IntN(20)
				}
			}
			rules = append(rules,
				&moves.Rule{Until: until, Step: 10, Long: math.MinInt32, Aspire: aspire},
				&moves.Rule{Until: until, Step: 10 + random.IntN(20), Long: random.IntN(12), Aspire: aspire})
		}
	}
	return rules
}

// same reports whether two choices are equal. It ignores the delta if there is no move.
func same(a, b moves.Choice) bool { return a == b || a.Move < 0 && b.Move < 0 }

func pickIsTheBestMove[S any](t *testing.T, h moves.Neighbourhood[S]) {
	for round := range uint32(6) {
		deltas, random := all(h), rng.At(2013, 0, round)
		for i, r := range someRules(h, deltas, &random) {
			got, want := picked(t, h, r), pick(h, r, 0, deltas)
			if !same(got, want) {
				t.Fatalf("round %d, rule %d: picked %+v, but the best move is %+v", round, i, got, want)
			}
		}
		stroll(h, 3)
	}
}

// picked returns the choice of the neighbourhood's Pick method.
func picked[S any](t *testing.T, h moves.Neighbourhood[S], r *moves.Rule) moves.Choice {
	t.Helper()
	c, err := h.(moves.Picker).Pick(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pickEndsWithItsContext cancels picks and checks that later picks are unaffected.
func pickEndsWithItsContext[S any](t *testing.T, h moves.Neighbourhood[S]) {
	for looks := range 4 {
		stroll(h, 3)
		_, err := h.(moves.Picker).Pick(testkit.Ending(t.Context(), looks), moves.Everything())
		if looks == 0 && err == nil {
			t.Error("a cancelled context does not end a pick")
		}
		if got, want := picked(t, h, moves.Everything()), pick(h, moves.Everything(), 0, all(h)); !same(got, want) {
			t.Fatalf("after an interrupted pick: picked %+v, but the best move is %+v", got, want)
		}
	}
}

// pickRemembers walks like tabu search: attributes that a move removes are tabu for some time.
// Every step uses the same Rule and Until slice, and a picker may rely on that.
func pickRemembers[S any](t *testing.T, h moves.Neighbourhood[S]) {
	r := &moves.Rule{Until: make([]int32, attributes(h)), Step: 1}
	random, best := rng.At(1991, 0, 0), h.Cost()
	for ; r.Step <= 60; r.Step++ {
		r.Aspire, r.Long = best-h.Cost(), r.Step-40
		got, want := picked(t, h, r), pick(h, r, 0, all(h))
		if !same(got, want) {
			t.Fatalf("step %d: picked %+v, but the best move is %+v", r.Step, got, want)
		}
		if got.Move < 0 {
			continue
		}
		touch := touched(h, got.Move)
		h.Apply(got.Move, got.Delta)
		best = math.Min(best, h.Cost())
		for _, a := range touch.Leaves[:touch.Count] {
			r.Until[a] = r.Step + random.IntN(15)
		}
	}
}

func pickRangeIsTheBestOfItsMoves[S any](t *testing.T, h moves.Neighbourhood[S]) {
	stroll(h, 3)
	deltas, random := all(h), rng.At(2013, 1, 0)
	for i, r := range someRules(h, deltas, &random) {
		for range 10 {
			first := int(random.IntN(int32(len(deltas))))
			count := int(random.IntN(int32(len(deltas) - first + 1)))
			got := h.(moves.RangePicker).PickRange(r, first, count)
			if want := pick(h, r, first, deltas[first:first+count]); !same(got, want) {
				t.Fatalf("rule %d, %d moves starting at %d: picked %+v, but the best is %+v", i, count, first, got, want)
			}
		}
	}
}
