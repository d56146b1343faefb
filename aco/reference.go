package aco

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Reference is the engine in Go, the specification of all others.
type Reference struct {
	in       *tsp.Instance // of the tours: with a dummy where the terrain has a path
	terrain  *Terrain
	improver *Improver // nil: no local search
	seed     uint64
	threads  int

	levels []float32 // the trails, rows of Stride
	choice []uint32  // what ants choose by, rows of Places

	walks   [][]int32  // what ants have walked …
	tours   []tsp.Tour // … and made a tour of: the same, unless there is a dummy or a fixed edge
	lengths []int64
	best    tsp.Tour
	squads  []*squad
}

// NewReference makes an engine for the tours of an instance, whose terrain it is;
// threads changes the speed only. The improver may be nil.
func NewReference(in *tsp.Instance, t *Terrain, m *Improver, ants int, seed uint64, threads int) *Reference {
	r := &Reference{
		in: in, terrain: t, improver: m, seed: seed, threads: max(threads, 1),
		levels: make([]float32, t.N*t.Stride()), choice: make([]uint32, t.N*t.Places()),
		walks: make([][]int32, ants), tours: make([]tsp.Tour, ants), lengths: make([]int64, ants),
		best: make(tsp.Tour, in.N()),
	}
	all := make([]int32, ants*t.N)
	for i := range r.walks {
		r.walks[i] = all[i*t.N:][:t.N:t.N]
		r.tours[i] = r.walks[i]
	}
	r.squads = make([]*squad, r.threads)
	for i := range r.squads {
		r.squads[i] = newSquad(t, r.levels, r.choice)
	}
	return r
}

// Lay sets all trails to the same level.
func (r *Reference) Lay(ctx context.Context, level float32) error {
	err := r.eachRow(ctx, func(row []float32) {
		for i := range row {
			row[i] = level
		}
	})
	if err != nil {
		return err
	}
	return r.choose(ctx)
}

// eachRow does something with the trails of every city.
func (r *Reference) eachRow(ctx context.Context, do func(row []float32)) error {
	stride := r.terrain.Stride()
	return inParallel(ctx, r.threads, r.terrain.N, rowsAtOnce, func(_, city int) { do(r.levels[city*stride:][:stride]) })
}

// choose brings the choice info up to date with the trails [MMAS20 §2.1].
func (r *Reference) choose(ctx context.Context) error {
	t := r.terrain
	rows := make([][]float32, r.threads)
	return inParallel(ctx, r.threads, t.N, rowsAtOnce, func(thread, city int) {
		if rows[thread] == nil {
			rows[thread] = make([]float32, t.Places())
		}
		t.chooseRow(int32(city), r.levels, rows[thread], r.choice[city*t.Places():][:t.Places()])
	})
}

// chooseRow writes the choices of a city; products is for notes.
func (t *Terrain) chooseRow(city int32, levels, products []float32, choice []uint32) {
	first, used := int(city)*t.Stride(), t.N
	if t.Listed {
		used = t.Candidates
	}
	products = products[:used]
	for k := range products {
		at := first + k
		if t.Listed && t.Dense {
			at = first + int(t.City[int(city)*t.Width+k])
		}
		products[k] = t.product(levels, at)
	}
	t.Selection.encode(products, choice)
}

// Construct lets every ant walk a tour, and measures it.
func (r *Reference) Construct(ctx context.Context, cycle uint32) error {
	if err := r.walk(ctx, cycle); err != nil {
		return err
	}
	return r.measure(ctx)
}

// walk lets every ant walk.
func (r *Reference) walk(ctx context.Context, cycle uint32) error {
	ants := len(r.walks)
	return inParallel(ctx, r.threads, (ants+together-1)/together, 1, func(thread, i int) {
		from, to := i*together, min((i+1)*together, ants)
		r.squads[thread].march(r.walks[from:to], r.seed, uint32(from), cycle)
	})
}

// measure makes tours of what the ants have walked, and measures them.
func (r *Reference) measure(ctx context.Context) error {
	plain := r.in.Plain()
	return inParallel(ctx, r.threads, len(r.walks), together, func(_, ant int) {
		if plain == nil {
			r.lengths[ant] = r.terrain.space.Length(r.walks[ant])
			return
		}
		r.tours[ant] = plain.Fit(slices.Clone(r.walks[ant]))
		r.lengths[ant] = r.in.Length(r.tours[ant])
	})
}

// Improve does local search.
func (r *Reference) Improve(ctx context.Context) error {
	if r.improver == nil {
		return nil
	}
	return r.improver.Improve(ctx, r.tours, r.lengths)
}

// Fittest is the ant with the shortest tour.
func (r *Reference) Fittest(context.Context) (ant int, length int64, err error) {
	for i, l := range r.lengths {
		if l < r.lengths[ant] {
			ant = i
		}
	}
	return ant, r.lengths[ant], nil
}

// Tour copies the tour of an ant.
func (r *Reference) Tour(ant int, dst tsp.Tour) error {
	copy(dst, r.tours[ant])
	return nil
}

// Remember keeps a tour.
func (r *Reference) Remember(t tsp.Tour) error {
	copy(r.best, t)
	if r.improver != nil {
		r.improver.Remember(r.best)
	}
	return nil
}

// Reinforce lets all trails evaporate and one tour leave its own.
func (r *Reference) Reinforce(ctx context.Context, d Deposit) error {
	err := r.eachRow(ctx, func(row []float32) { evaporate(row, d.Keep, d.Lo) })
	if err != nil {
		return err
	}
	t := r.best
	if d.Ant != Remembered {
		t = r.tours[d.Ant]
	}
	if p := r.in.Plain(); p != nil {
		t = p.Back(t)
	}
	r.deposit(t, d.Amount, d.Hi)
	return r.choose(ctx)
}

func evaporate(levels []float32, keep, lo float32) {
	for i, v := range levels {
		levels[i] = max(keep*v, lo)
	}
}

// deposit reinforces the edges of a tour, in both directions where there is no
// difference. An edge without a trail is passed by; a path is closed, as the rings
// that ants walk are.
func (r *Reference) deposit(t tsp.Tour, amount, hi float32) {
	add := func(from, to int32) {
		if at := r.terrain.trail(from, to); at != none {
			r.levels[at] = min(r.levels[at]+amount, hi)
		}
	}
	for i, from := range t {
		_, to := around(t, i)
		add(from, to)
		if r.terrain.Instance.Symmetric() {
			add(to, from)
		}
	}
}

// Branching is the average number of edges at a city that ants are likely to take.
func (r *Reference) Branching(context.Context) (float64, error) {
	return r.terrain.Branching(r.levels), nil
}

// Trails are the trails, rows of Stride, and Choices what ants choose by, rows of
// Places: for whoever compares another engine with this one.
func (r *Reference) Trails() []float32 { return r.levels }

// Choices are what ants choose by.
func (r *Reference) Choices() []uint32 { return r.choice }

// Close has nothing to do.
func (r *Reference) Close() error { return nil }
