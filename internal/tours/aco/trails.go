package aco

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/portable"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// trails holds the pheromone on the edges of a terrain and the ants' choices, which are derived
// from it.
type trails struct {
	*Terrain
	TrailState // without the best tour
	threads    int
	hits       hitCounts

	// choice holds the weights of choices, in rows of Places, and favourites holds the best
	// choices, in rows of shortlist. Both are nil if trails change while ants construct tours.
	choice     []uint32
	favourites []int32

	// appraised holds the products of candidates, in rows of Width, if ants move in lockstep on
	// candidate lists. Every update of a trail also updates them.
	appraised []float32
}

// shortlist is the number of best choices per city that are precomputed for ACS.
const shortlist = 8

const rowsAtOnce = 64

func newTrails(t *Terrain, threads int) *trails {
	r := &trails{Terrain: t, threads: threads}
	r.Levels = make([]float32, t.N*t.Stride())
	if t.Ring > 0 {
		r.Known, r.Newest = make([]int32, t.N*t.Ring), make([]int32, t.N)
	}
	if !t.Fresh() {
		r.choice = make([]uint32, t.N*t.Places())
	}
	if t.Bold() && t.Listed && !t.Fresh() {
		r.favourites = make([]int32, t.N*shortlist)
	}
	if t.Lockstep() && t.Listed {
		r.appraised = make([]float32, t.N*t.Width)
	}
	return r
}

// lay sets all trails to the same level.
func (r *trails) lay(ctx context.Context, level float32) error {
	r.Floor = level
	for i := range r.Known {
		r.Known[i] = none
	}
	for i := range r.Newest {
		r.Newest[i] = int32(r.Ring - 1)
	}
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

// restore copies the trails from a state and updates the choices.
func (r *trails) restore(m *TrailState) error {
	m.copyTo(&r.TrailState)
	return r.choose(context.Background())
}

// eachRow calls do with the row of trails of every city.
func (r *trails) eachRow(ctx context.Context, do func(row []float32)) error {
	stride := r.Stride()
	return parallel.Do(ctx, r.threads, r.N, rowsAtOnce, func(_, city int) { do(r.Levels[city*stride:][:stride]) })
}

// choose updates the choices from the trails [MMAS20 §2.1].
func (r *trails) choose(ctx context.Context) error {
	if r.appraised != nil {
		return parallel.Do(ctx, r.threads, r.N, rowsAtOnce, func(_, city int) {
			r.appraise(int32(city), r.appraised[city*r.Width:][:r.Candidates])
		})
	}
	if r.choice == nil {
		return nil
	}
	places := r.Places()
	rows := make([][]float32, parallel.Threads(r.threads, r.N, rowsAtOnce))
	return parallel.Do(ctx, r.threads, r.N, rowsAtOnce, func(thread, city int) {
		if rows[thread] == nil {
			rows[thread] = make([]float32, places)
		}
		row := r.choice[city*places:][:places]
		r.chooseRow(int32(city), rows[thread], row)
		if r.favourites != nil {
			r.rank(int32(city), row)
		}
	})
}

// chooseRow writes the choices for a city to choice. products is scratch space.
func (r *trails) chooseRow(city int32, products []float32, choice []uint32) {
	used := r.N
	if r.Listed {
		used = r.Candidates
	}
	r.appraise(city, products[:used])
	r.Selection.encode(products[:used], choice)
}

// appraise writes the products for a city.
func (r *trails) appraise(city int32, products []float32) {
	switch {
	case r.Ring > 0:
		r.recall(city, products)
	case r.Listed && r.Dense:
		first := int(city) * r.N
		for k, c := range r.City[int(city)*r.Width:][:len(products)] {
			products[k] = r.product(r.level(first+int(c)), first+int(c))
		}
	default:
		first := int(city) * r.Stride()
		for k := range products {
			products[k] = r.product(r.level(first+k), first+k)
		}
	}
}

// reappraise updates the product of an edge after an update of its trail.
func (r *trails) reappraise(from, to int32) {
	if r.appraised == nil {
		return
	}
	first := int(from) * r.Width
	if k := slices.Index(r.City[first:][:r.Candidates], to); k >= 0 {
		r.appraised[first+k] = r.product(r.read(from, to), r.edge(from, to))
	}
}

// recall writes the products for a city if the memory is selective. It first uses the initial level
// for all edges, and then the levels of the stored trails.
func (r *trails) recall(city int32, products []float32) {
	first := int(city) * r.Width
	for k := range products {
		products[k] = r.product(r.Floor, first+k)
	}
	for i, to := range r.Known[int(city)*r.Ring:][:r.Ring] {
		if to == none {
			continue
		}
		if e := r.edge(city, to); e != none {
			products[e-first] = r.product(r.Levels[int(city)*r.Ring+i], e)
		}
	}
}

// recollect returns the city with the largest product among the nearest unvisited city and the
// unvisited end cities of stored trails. A strong trail can outweigh a longer distance.
func (r *trails) recollect(from, nearest int32, visited func(city int32) bool) int32 {
	best, most := nearest, r.Floor
	near := float32(max(r.space.Dist(from, nearest), 1))
	for i, to := range r.Known[int(from)*r.Ring:][:r.Ring] {
		if to == none || visited(to) {
			continue
		}
		share := near * portable.Reciprocal(float32(max(r.space.Dist(from, to), 1)))
		if p := r.Levels[int(from)*r.Ring+i] * portable.Power(share, r.Beta); p > most {
			best, most = to, p
		}
	}
	return best
}

// rank lists the best choices for a city. Equal choices stay in the order of the candidates. Unused
// entries hold the city itself.
func (r *trails) rank(city int32, row []uint32) {
	var best [shortlist]uint32
	count := 0
	favourites := r.favourites[int(city)*shortlist:][:shortlist]
	cities := r.City[int(city)*r.Width:]
	for k, w := range row[:r.Candidates] {
		if count == shortlist && w <= best[shortlist-1] {
			continue
		}
		count = min(count+1, shortlist)
		i := count - 1
		for ; i > 0 && best[i-1] < w; i-- {
			best[i], favourites[i] = best[i-1], favourites[i-1]
		}
		best[i], favourites[i] = w, cities[k]
	}
	for i := count; i < shortlist; i++ {
		favourites[i] = city
	}
}

// A blend is an update of a trail to min(keep·τ + amount, most).
type blend struct{ keep, amount, most float32 }

func (b blend) of(level float32) float32 { return min(float32(b.keep*level)+b.amount, b.most) }

// find returns the index of the trail of an edge, or none.
func (r *trails) find(from, to int32) int {
	if r.Ring == 0 {
		return r.edge(from, to)
	}
	first := int(from) * r.Ring
	if i := slices.Index(r.Known[first:][:r.Ring], to); i >= 0 {
		return first + i
	}
	return none
}

// read returns the level of an edge. An edge without a trail has the initial level.
func (r *trails) read(from, to int32) float32 {
	if at := r.find(from, to); at != none {
		return r.Levels[at]
	}
	return r.Floor
}

// write sets the level of an edge if it can have a trail, and reports whether it had one [ACS16
// Fig. 5].
func (r *trails) write(from, to int32, level float32) (known bool) {
	at := r.find(from, to)
	if at == none {
		r.store(from, to, level)
		return false
	}
	r.Levels[at] = level
	r.reappraise(from, to)
	return true
}

// store stores a new trail in place of the oldest one if the memory is selective.
func (r *trails) store(from, to int32, level float32) {
	if r.Ring == 0 {
		return
	}
	r.Newest[from] = (r.Newest[from] + 1) % int32(r.Ring)
	at := int(from)*r.Ring + int(r.Newest[from])
	dropped := r.Known[at]
	r.Known[at], r.Levels[at] = to, level
	r.reappraise(from, dropped)
	r.reappraise(from, to)
}

// renew updates the level of an edge if it can have a trail, and reports whether it had one.
func (r *trails) renew(from, to int32, b blend) (known bool) {
	at := r.find(from, to)
	if at == none {
		r.store(from, to, b.of(r.Floor))
		return false
	}
	r.Levels[at] = b.of(r.Levels[at])
	r.reappraise(from, to)
	return true
}

// reinforce evaporates all trails or only the trails of a tour, and then lets the tour deposit. It
// skips edges without a trail. A path is treated as closed, like the cycles that ants construct.
func (r *trails) reinforce(ctx context.Context, t tsp.Tour, d Deposit) error {
	b := blend{d.Keep, d.Amount, d.Hi}
	if d.Everywhere {
		b.keep = 1
		if err := r.eachRow(ctx, func(row []float32) { evaporate(row, d.Keep, d.Lo) }); err != nil {
			return err
		}
	}
	for i, city := range t {
		before, after := around(t, i)
		r.hits.add(r.renew(city, after, b))
		if r.Instance.Symmetric() {
			r.hits.add(r.renew(city, before, b))
		}
	}
	return r.choose(ctx)
}

func evaporate(levels []float32, keep, lo float32) {
	for i, v := range levels {
		levels[i] = max(keep*v, lo)
	}
}
