package ils

import (
	"cmp"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A ruin removes strings of stops and inserts them again [CVB20 §5].
type ruin struct {
	board   *board.Board
	p       Params
	blink   uint32
	depot   []int // distance of each stop to the depot
	ruined  []int32
	stops   []int32
	removed []int32
}

// mostAbsent is the maximum number of stops in no route that a kick tries to insert.
const mostAbsent = 20

func newRuin(b *board.Board, p Params) ruin {
	u := ruin{board: b, p: p, blink: uint32(p.Blink * (1 << 32))}
	for s := range int32(len(b.Demand)) {
		u.depot = append(u.depot, int(b.Cities.Dist(s, int32(len(b.Demand)))))
	}
	return u
}

// remove removes strings from routes near a random stop.
func (u *ruin) remove(random *rng.Stream) {
	b, n := u.board, int32(len(u.board.Demand))
	u.ruined, u.removed = u.ruined[:0], u.removed[:0]
	seed := random.IntN(n)
	if b.Routes() > 0 {
		usual := (int(n) - len(b.Absent())) / b.Routes()
		most := max(1, min(u.p.String, usual))
		strings := int(1 + max(1, float64(4*u.p.Removed)/float64(1+most)-1)*random.Float64())
		u.string(seed, most, random)
		for _, s := range b.Lists.Of(seed) {
			if len(u.ruined) >= strings {
				break
			}
			if s < n {
				u.string(s, most, random)
			}
		}
	}
	u.addAbsent(random)
}

// string removes a string that contains a stop, unless its route has lost one.
func (u *ruin) string(s int32, most int, random *rng.Stream) {
	r := u.board.Route(s)
	if r < 0 || slices.Contains(u.ruined, r) {
		return
	}
	u.ruined = append(u.ruined, r)
	u.stops = u.board.Stops(u.stops[:0], r)
	at, size := slices.Index(u.stops, s), len(u.stops)
	length := 1 + int(random.IntN(int32(min(most, size))))
	kept := 0
	if length > 1 && length < size && random.Uint32() < 1<<31 { // a string with a gap
		for kept = 1; length+kept < size && random.Uint32() < gap; kept++ {
		}
	}
	whole := length + kept
	first := max(0, at-whole+1)
	first += int(random.IntN(int32(min(at, size-whole) - first + 1)))
	if kept == 0 {
		u.take(r, first, first+length)
		return
	}
	// a gap within the string, so that both of its ends are removed
	hole := first + 1 + int(random.IntN(int32(length-1)))
	u.take(r, hole+kept, first+whole)
	u.take(r, first, hole)
}

// gap is the probability of a longer gap, in 2^32 [CVB20 §5.1: beta].
const gap = 1 << 32 / 100

func (u *ruin) take(r int32, from, end int) {
	u.removed = append(u.removed, u.stops[from:end]...)
	u.board.Take(r, from, end)
}

// addAbsent adds stops that were in no route before.
func (u *ruin) addAbsent(random *rng.Stream) {
	absent := u.board.Absent()
	if len(absent) == len(u.removed) {
		return
	}
	var others []int32
	for _, s := range absent {
		if !slices.Contains(u.removed, s) {
			others = append(others, s)
		}
	}
	slices.Sort(others)
	random.Shuffle(others)
	u.removed = append(u.removed, others[:min(len(others), mostAbsent)]...)
}

// recreate inserts the removed stops: in random order, the largest demands, the farthest or the
// closest to the depot first [CVB20 §5.2].
func (u *ruin) recreate(random *rng.Stream) {
	demand := u.board.Demand
	random.Shuffle(u.removed)
	switch k := random.IntN(11); {
	case k < 4:
	case k < 8:
		slices.SortStableFunc(u.removed, func(s, t int32) int { return cmp.Compare(demand[t], demand[s]) })
	case k < 10:
		slices.SortStableFunc(u.removed, func(s, t int32) int { return cmp.Compare(u.depot[t], u.depot[s]) })
	default:
		slices.SortStableFunc(u.removed, func(s, t int32) int { return cmp.Compare(u.depot[s], u.depot[t]) })
	}
	for _, s := range u.removed {
		u.board.Insert(s, u.blink, random)
	}
}
