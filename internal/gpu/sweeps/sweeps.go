// Package sweeps finds tour improvements on an OpenCL device with the kernels of package sweep
// [LS13 §4]. Its moves are identical to those of sweep.Reference, because distances are integers
// and ties are broken by number.
package sweeps

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/distances"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

//go:embed *.cl
var sources embed.FS

// Sweep is a sweep.Engine on a device. The instance stays on the device. Each sweep sends the city
// order and receives the moves.
type Sweep struct {
	n, pairs int
	scope    *cl.Scope // owns all objects created on the device

	order, pos, edge     *cl.Buffer[int32]
	gain                 *cl.Buffer[int32] // gain of the best move of each pair
	code                 *cl.Buffer[uint32]
	cityGain, cityPair   *cl.Buffer[int32] // best move of each city
	claimGain, claimCity *cl.Buffer[int32] // claim on each edge
	count, moves         *cl.Buffer[int32] // chosen moves, with moveWords words each

	prepareTour *cl.Kernel
	find        map[sweep.Kind]*cl.Kernel
	bestOfCity  *cl.Kernel
	claimEdges  *cl.Kernel
	chooseMoves *cl.Kernel
	bestMove    *cl.Kernel

	words []int32 // moves read from the device
}

// moveWords equals MOVE_WORDS in claims.cl. The words of a move are gain, pattern and t1 to t6.
const moveWords = 8

// bestGroups is the maximum number of groups that search for the best move, each with at most
// bestGroup work-items. It is large enough to keep any device busy, and small enough for the host
// to compare the results.
const bestGroups, bestGroup = 64, 64

// Fits returns an error if the tours of an instance cannot be swept on a device, as far as this is
// known in advance.
func Fits(device cl.Info, in *tsp.Instance) error {
	_, err := placed(device, in)
	return err
}

// placed returns the distance data of an instance, or an error if the instance cannot be swept.
func placed(device cl.Info, in *tsp.Instance) (*distances.Place, error) {
	if !in.Symmetric() {
		return nil, fmt.Errorf("%s is asymmetric: sweeps need a symmetric instance", in.Name())
	}
	return distances.NewPlace(device, in)
}

// Source returns the code that a device is asked to compile.
func Source(device cl.Info, in *tsp.Instance) (cl.Source, error) {
	p, err := placed(device, in)
	if err != nil {
		return cl.Source{}, err
	}
	return source(p), nil
}

func source(p *distances.Place) cl.Source {
	return cl.Source{Files: sources, File: "kernels.cl", Defines: cl.Defines(p.Defines())}
}

// NewSweep copies an instance and its neighbour lists to a device. The device must stay open until
// Close.
func NewSweep(ctx context.Context, d *cl.Device, in *tsp.Instance, l *near.Lists) (*Sweep, error) {
	p, err := placed(d.Info(), in)
	if err != nil {
		return nil, err
	}
	n, pairs := in.N(), len(l.City)
	w := cl.NewScope(d)
	s := &Sweep{n: n, pairs: pairs, scope: w}
	distances, err := p.Data(ctx)
	w.Fail(err)
	place := w.Put("places", distances)
	first, city, owner := cl.MakeOf(w, "lists", l.First), cl.MakeOf(w, "neighbours", l.City), cl.MakeOf(w, "owners", owners(l))
	s.order, s.pos, s.edge = cl.Make[int32](w, "order", n), cl.Make[int32](w, "positions", n), cl.Make[int32](w, "edges", n)
	s.gain, s.code = cl.Make[int32](w, "gains", pairs), cl.Make[uint32](w, "codes", pairs)
	s.cityGain, s.cityPair = cl.Make[int32](w, "gains of cities", n), cl.Make[int32](w, "pairs of cities", n)
	s.claimGain, s.claimCity = cl.Make[int32](w, "bids", n), cl.Make[int32](w, "bidders", n)
	s.count, s.moves = cl.Make[int32](w, "count", 1), cl.Make[int32](w, "moves", moveWords*max(n, bestGroups))

	size, all := int32(n), int32(pairs)
	view := []any{s.order, s.pos, s.edge, first, city, place, size}
	with := func(more ...any) []any { return append(view[:len(view):len(view)], more...) }
	program := w.Program(source(p))
	s.prepareTour = w.Kernel(program, "prepare_tour", s.order, place, size, s.pos, s.edge, s.claimGain, s.claimCity, s.count)
	s.find = map[sweep.Kind]*cl.Kernel{
		sweep.TwoOpt:   w.Kernel(program, "find_two_opt", with(owner, all, cl.Arg("rule", uint32(0)), s.gain, s.code)...),
		sweep.ThreeOpt: w.Kernel(program, "find_three_opt", with(owner, all, cl.Arg("rule", uint32(0)), s.gain, s.code)...),
	}
	s.bestOfCity = w.Kernel(program, "best_of_city", with(s.gain, s.code, s.cityGain, s.cityPair, s.claimGain)...)
	s.claimEdges = w.Kernel(program, "claim_city", with(s.code, s.cityGain, s.cityPair, s.claimGain, s.claimCity)...)
	s.chooseMoves = w.Kernel(program, "choose_moves", with(s.code, s.cityGain, s.cityPair, s.claimCity, s.count, s.moves)...)
	s.bestMove = w.Kernel(program, "best_move", with(s.code, s.cityGain, s.cityPair, s.moves, cl.Local{PerItem: 4}, cl.Local{PerItem: 4})...)
	if w.Err() != nil {
		_ = s.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s with %d cities: %w", in.Name(), n, w.Err())
	}
	return s, nil
}

// owners returns the city that owns each pair.
func owners(l *near.Lists) []int32 {
	all := make([]int32, len(l.City))
	for c := range len(l.First) - 1 {
		for i := l.First[c]; i < l.First[c+1]; i++ {
			all[i] = int32(c)
		}
	}
	return all
}

// Close releases all objects created on the device.
func (s *Sweep) Close() error { return s.scope.Close() }

// Sweep implements sweep.Engine.
func (s *Sweep) Sweep(ctx context.Context, t tsp.Tour, r sweep.Rule, most int, dst []sweep.Move) ([]sweep.Move, error) {
	if s.n < sweep.Fewest || most < 1 {
		return dst, nil
	}
	find := s.find[r.Kind]
	if err := errors.Join(s.order.Write(t), cl.Set(find, "rule", bits(r))); err != nil {
		return dst, err
	}
	for _, stage := range []struct {
		kernel *cl.Kernel
		items  int
	}{{s.prepareTour, s.n}, {find, s.pairs}, {s.bestOfCity, s.n}} {
		if err := stage.kernel.Run(ctx, stage.items); err != nil {
			return dst, err
		}
	}
	count, err := s.choose(ctx, most)
	if err != nil {
		return dst, err
	}
	return s.read(count, most, dst)
}

// bits returns a rule as find.cl expects it.
func bits(r sweep.Rule) (all uint32) {
	if r.Third == sweep.OfT3 {
		all |= 1
	}
	if r.All {
		all |= 2
	}
	return all
}

// read appends the best of the moves that the device has chosen.
func (s *Sweep) read(count, most int, dst []sweep.Move) ([]sweep.Move, error) {
	s.words = append(s.words[:0], make([]int32, moveWords*count)...)
	if err := s.moves.Read(s.words); err != nil {
		return dst, err
	}
	from := len(dst)
	for ; count > 0; count-- {
		if m := s.words[moveWords*(count-1):][:moveWords]; m[0] > 0 {
			dst = append(dst, sweep.Move{Gain: int64(m[0]), Pattern: lk.Pattern(m[1]), T: [6]int32(m[2:])})
		}
	}
	return append(dst[:from], sweep.Best(dst[from:], most)...), nil
}

// choose lets the device choose among the best moves of the cities. It returns the number of moves
// to read.
func (s *Sweep) choose(ctx context.Context, most int) (int, error) {
	if most == 1 {
		group := min(bestGroup, s.bestMove.MaxGroup())
		groups := min(bestGroups, (s.n+group-1)/group)
		return groups, s.bestMove.RunGroups(ctx, groups, group)
	}
	if err := s.claimEdges.Run(ctx, s.n); err != nil {
		return 0, err
	}
	if err := s.chooseMoves.Run(ctx, s.n); err != nil {
		return 0, err
	}
	var count [1]int32
	err := s.count.Read(count[:])
	return int(count[0]), err
}

// Tune sweeps over a tour until thread control has settled for every kernel, and returns the chosen
// launches.
func (s *Sweep) Tune(ctx context.Context, t tsp.Tour) (map[string]cl.Launch, error) {
	kernels := map[string]*cl.Kernel{
		"prepare_tour": s.prepareTour, "find_two_opt": s.find[sweep.TwoOpt], "find_three_opt": s.find[sweep.ThreeOpt],
		"best_of_city": s.bestOfCity, "claim_city": s.claimEdges, "choose_moves": s.chooseMoves,
	}
	chosen := map[string]cl.Launch{}
	for len(chosen) < len(kernels) && s.n >= sweep.Fewest {
		for _, k := range []sweep.Kind{sweep.TwoOpt, sweep.ThreeOpt} {
			if _, err := s.Sweep(ctx, t, sweep.Rule{Kind: k}, s.n, nil); err != nil {
				return nil, err
			}
		}
		for name, k := range kernels {
			if l, settled := k.Launch(); settled {
				chosen[name] = l
			}
		}
	}
	return chosen, nil
}
