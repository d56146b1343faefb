package aco

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/portable"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Terrain holds, for each city of an instance, the cities that ants may go to and how attractive
// they are by distance alone. It never changes, and all engines share it.
//
// All data is stored in rows, one for each city. With Listed, a row of City has Width entries, and
// the first Candidates entries are used. Unused entries hold the city itself, because an ant at
// that city has already visited it.
type Terrain struct {
	Instance *tsp.Instance // cities that ants visit, without the dummy of a path
	N        int

	Listed     bool // whether ants choose only among candidates while one is unvisited
	Candidates int
	Width      int
	City       []int32
	Spare      int     // number of entries in a row of Backup; 0 if Dense
	Backup     []int32 // next nearest cities, used when no candidate is left

	Curved bool // whether astray follows city numbers, because there are too many cities

	Dense     bool      // trails on all edges in rows of N, else on candidates in rows of Width
	Ring      int       // number of trails per city in a selective memory, or 0
	Heuristic []float32 // η^β of edges that may have trails, in rows of Sight with maximum 1

	space lk.Space // for fast distance computations

	Alpha     float32
	Beta      float32
	Selection Selection
	Tabu      Tabu

	// when local updates are made; the fields below are unused if the value is Never
	Updates Updates
	Wave    int     // number of ants that walk at the same time; 0 means all
	Explore uint32  // an ant draws if its first word is below Explore, else takes the best edge
	Wear    float32 // share of the excess over the initial level that a trail loses
	Period  int     // an ant updates every Period-th edge that it uses
}

const (
	lanes = 16 // row lengths are padded to a multiple of lanes for assembly

	mostSpare  = 256     // maximum number of entries in a backup list
	spareInAll = 1 << 21 // approximate maximum number of entries in all backup lists together

	// curvedFrom is the minimum number of cities at which an ant without candidates follows the
	// city numbers instead of examining all cities. The numbers follow a curve through the plane,
	// so cities with close numbers are close to each other.
	curvedFrom  = 20_000
	curvedSpare = 32 // number of entries in a backup list for curvedFrom or more cities

	// The bounds for products of trail and heuristic. They ensure that, with any exponents,
	// products are neither infinite nor small enough for a device to round them to zero.
	leastProduct = 1.0 / mostProduct
	mostProduct  = 1 << 90

	// most is the maximum memory in bytes for trails and lists, and also for the tours of all ants.
	most = 4 << 30
	// antItself is the memory in bytes of an ant in addition to its tour and its tabu.
	antItself = 160
)

// Affordable returns an error if a colony needs too much memory.
func Affordable(in *tsp.Instance, p Rules) error { return Sketch(in, p).affordable(p.Ants) }

// NewTerrain prepares an instance for a colony. For 20,000 or more cities with coordinates, it
// expects the city numbers to follow a curve (start.Curve), because ants without candidates search
// along that curve. The catalog numbers cities this way.
func NewTerrain(ctx context.Context, in *tsp.Instance, p Rules, threads int) (*Terrain, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := Affordable(in, p); err != nil {
		return nil, err
	}
	t := Sketch(in, p)
	if t.Listed {
		if err := t.list(ctx, threads); err != nil {
			return nil, err
		}
	}
	t.Heuristic = make([]float32, t.N*t.Sight())
	return t, parallel.Do(ctx, threads, t.N, rowsAtOnce, func(_, city int) { t.attract(int32(city)) })
}

// Sketch returns a terrain that has all sizes but no lists and no heuristic.
func Sketch(in *tsp.Instance, p Rules) *Terrain {
	if plain := in.Plain(); plain != nil {
		in = plain.Base
	}
	t := &Terrain{
		Instance: in, N: in.N(), space: lk.NewSpace(in), Listed: p.Candidates > 0, Dense: p.Memory == Full,
		Alpha: float32(p.Alpha), Beta: float32(p.Beta), Selection: p.Selection, Tabu: tabus.parse(p.Tabu),
		Updates: p.Updates, Explore: exploring(p.Q0), Wave: p.Wave, Wear: float32(p.Wear), Period: max(p.Period, 1),
	}
	if p.Memory == Selective {
		t.Ring = p.Trails
	}
	if t.Listed {
		t.size(p.Candidates)
	}
	return t
}

// exploring returns the probability that an ant draws an edge, 1-q0, as a fraction of 2³².
func exploring(q0 float64) uint32 { return uint32(min((1-q0)*(1<<32), math.MaxUint32)) }

// Stride returns the number of trails per city.
func (t *Terrain) Stride() int {
	if t.Ring > 0 {
		return t.Ring
	}
	return t.Sight()
}

// Sight returns the number of edges per city that may have trails.
func (t *Terrain) Sight() int {
	if t.Dense {
		return t.N
	}
	return t.Width
}

// Bold reports whether ants mostly take the best edge instead of drawing one, as in ACS.
func (t *Terrain) Bold() bool { return t.Updates != Never }

// Fresh reports whether trails change while ants construct tours, in which case choices cannot be
// precomputed.
func (t *Terrain) Fresh() bool { return t.Updates != Never && t.Updates != Wave }

// Lockstep reports whether ants take their steps together, so that each needs its own tabu.
func (t *Terrain) Lockstep() bool { return t.Fresh() && t.Updates != Relaxed }

// words returns the number of random words per step.
func (t *Terrain) words() int {
	if t.Bold() || t.Selection == WRS {
		return 2
	}
	return 1
}

// Places returns the number of choices per city.
func (t *Terrain) Places() int {
	if t.Listed {
		return t.Width
	}
	return t.N
}

// affordable returns an error if the colony would take too much memory.
func (t *Terrain) affordable(ants int) error {
	n, limit := float64(t.N), min(most, float64(memory.Limit())/2)
	// Trails, heuristic and choices, then the lists, including temporary copies while they are
	// built.
	edges := 4 * n * float64(t.Stride()+t.Sight()+t.Places())
	edges += 4 * n * float64(t.Width+2*(t.Candidates+t.Spare)+t.Spare)
	var faults []error
	if edges > limit {
		what, instead := "edges to candidates", "use fewer candidates"
		if t.Dense {
			what, instead = "all edges", "use pheromone=candidates, with candidate lists"
		}
		faults = append(faults, memory.Errorf("trails on %s of %d cities need %.1f GiB, but the limit is %.1f GiB: %s", what, t.N, edges/(1<<30), limit/(1<<30), instead))
	}
	if each := t.antBytes(); float64(ants)*each > limit && ants > 1 {
		faults = append(faults, memory.Errorf("the tours of %d ants over %d cities need %.1f GiB, but the limit is %.1f GiB: use at most %.0f ants",
			ants, t.N, float64(ants)*each/(1<<30), limit/(1<<30), max(1, math.Floor(limit/each))))
	}
	return errors.Join(faults...)
}

// antBytes returns the memory of an ant in bytes. Ants that move in lockstep all have a tabu.
func (t *Terrain) antBytes() float64 {
	each := 4.0 * float64(t.N)
	if t.Lockstep() {
		each += float64(t.N) * map[Tabu]float64{LC: 8, CT: 4, BT: 1.0 / 8}[t.Tabu]
	}
	return each + antItself
}

// size sets the lengths of candidate and backup lists.
func (t *Terrain) size(candidates int) {
	t.Candidates = min(candidates, t.N-1)
	t.Width = max((t.Candidates+lanes-1)/lanes*lanes, lanes)
	t.Curved = !t.Dense && t.N >= curvedFrom && t.Instance.Dims() > 0
	switch {
	case t.Curved:
		t.Spare = curvedSpare
	case !t.Dense:
		t.Spare = max(min(mostSpare, spareInAll/t.N, t.N-1-t.Candidates), 0)
	}
}

// list builds the candidate lists from the nearest cities and the backup lists from the cities that
// follow them in order of distance.
func (t *Terrain) list(ctx context.Context, threads int) error {
	l, err := near.Nearest(ctx, t.Instance, max(t.Candidates+t.Spare, 1), threads)
	if err != nil {
		return err
	}
	t.City, t.Backup = make([]int32, t.N*t.Width), make([]int32, t.N*t.Spare)
	for c := range t.N {
		all, row := l.Of(int32(c)), t.City[c*t.Width:][:t.Width]
		for k := range row {
			row[k] = int32(c)
		}
		copy(row, all[:t.Candidates])
		copy(t.Backup[c*t.Spare:][:t.Spare], all[t.Candidates:])
	}
	return nil
}

// attract fills a row of the heuristic with (nearest / d)^β. In eq. (1) this is equivalent to
// 1/d^β, because a factor common to a row cancels out.
//
// Deviation: a city at the same place, or at a negative distance, counts as an eighth of the
// distance to the nearest city at a different place, because 1/0 is not a number.
func (t *Terrain) attract(city int32) {
	row := t.Heuristic[int(city)*t.Sight():][:t.Sight()]
	lengths := make([]float64, len(row))
	nearest := math.Inf(1) // distance to the nearest city at a different place
	for k := range row {
		if to, ok := t.neighbour(city, k); ok {
			lengths[k] = max(float64(t.space.Dist(city, to)), 0)
		} else {
			lengths[k] = math.Inf(1)
		}
		if lengths[k] > 0 {
			nearest = min(nearest, lengths[k])
		}
	}
	least := 1.0 // used if all cities are at the same place
	if !math.IsInf(nearest, 1) {
		least = nearest / 8
	}
	shortest := max(slices.Min(append(lengths, nearest)), least)
	for k, length := range lengths {
		row[k] = leastHeuristic // the entry of the city itself is never used
		if !math.IsInf(length, 1) {
			row[k] = max(portable.Power(float32(shortest/max(length, least)), t.Beta), leastHeuristic)
		}
	}
}

// leastHeuristic is small, but large enough to keep the farthest city selectable with any β.
const leastHeuristic = 1.0 / (1 << 60)

// neighbour returns the end of the k-th edge at city among the edges that may have a trail, or
// false if there is no such edge.
func (t *Terrain) neighbour(city int32, k int) (int32, bool) {
	if t.Dense {
		return int32(k), int32(k) != city
	}
	return t.City[int(city)*t.Width+k], k < t.Candidates
}

// edge returns the index of an edge that may have a trail, or none.
func (t *Terrain) edge(from, to int32) int {
	if t.Dense {
		return int(from)*t.N + int(to)
	}
	first := int(from) * t.Width
	for k, c := range t.City[first : first+t.Candidates] {
		if c == to {
			return first + k
		}
	}
	return none
}

// product returns the attractiveness τ^α·η^β of an edge that may have a trail, given its level.
func (t *Terrain) product(level float32, edge int) float32 {
	if t.Alpha != 1 {
		level = portable.Power(level, t.Alpha)
	}
	return min(max(level*t.Heuristic[edge], leastProduct), mostProduct)
}

// Branching returns the average number of trails per city that exceed the city's lowest trail by
// more than a twentieth of the difference between its highest and lowest trails [SH00].
func (t *Terrain) Branching(levels []float32) float64 {
	used, count := t.Stride(), 0
	if !t.Dense {
		used = min(used, t.Candidates)
	}
	for city := range t.N {
		row := levels[city*t.Stride():][:used]
		lo, hi := float32(math.MaxFloat32), float32(0)
		for k, v := range row {
			if !t.Dense || k != city {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		cut := lo + float32(0.05*(hi-lo))
		for k, v := range row {
			if v > cut && (!t.Dense || k != city) {
				count++
			}
		}
	}
	return float64(count) / float64(t.N)
}
