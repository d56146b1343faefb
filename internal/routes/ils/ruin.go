package ils

import (
	"cmp"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// A ruin removes strings of stops and inserts them again [CVB20 §5].
type ruin struct {
	board   *board.Board // of a lane
	p       Params
	blink   uint32
	depot   []int64 // distance of each stop to its nearest depot
	demand  []int64 // sum of the loads of each stop
	timed   bool    // whether stops have windows
	ruined  []int32
	removed []int32
}

// mostAbsent is the maximum number of stops in no route that a kick tries to insert.
const mostAbsent = 20

// newRuin returns what the lanes share.
func newRuin(in *vrp.Instance, p Params) ruin {
	u := ruin{p: p, blink: uint32(p.Blink * (1 << 32)), depot: make([]int64, in.N()), demand: make([]int64, in.N())}
	for i, s := range in.Stops {
		for d := range in.Depots {
			if far := in.Distance.Dist(s.Place, in.Depots[d].Place); d == 0 || far < u.depot[i] {
				u.depot[i] = far
			}
		}
		for _, v := range slices.Concat(s.Deliver, s.Fetch) {
			u.demand[i] += int64(v)
		}
		u.timed = u.timed || s.Window != vrp.Window{}
	}
	return u
}

// remove removes strings from routes near a random stop.
func (u *ruin) remove(random *rng.Stream) {
	b, n := u.board, int32(len(u.depot))
	u.ruined, u.removed = u.ruined[:0], u.removed[:0]
	own := b.Own()
	seed := own[random.IntN(int32(len(own)))]
	if b.Routes() > 0 {
		usual := (len(own) - len(b.Absent())) / b.Routes()
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
	u.addAbsent(seed, random)
}

// string removes a string that contains a stop, unless its route has lost one.
func (u *ruin) string(s int32, most int, random *rng.Stream) {
	r := u.board.Route(s)
	if r < 0 || slices.Contains(u.ruined, r) {
		return
	}
	u.ruined = append(u.ruined, r)
	at, size := u.board.At(s), u.board.Size(r)
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
	if u.board.Size(r) >= hole {
		u.take(r, first, hole)
	}
}

// gap is the probability of a longer gap, in 2^32 [CVB20 §5.1: beta].
const gap = 1 << 32 / 100

func (u *ruin) take(r int32, from, end int) {
	u.removed = append(u.removed, u.board.Take(r, from, end)...)
}

// eagerness is the probability in 2^32 that a kick inserts optional stops whatever they cost, so
// that several together may be worth it.
const eagerness = 1 << 30

// addAbsent adds stops that were in no route before: neighbours of a stop, and required ones.
func (u *ruin) addAbsent(seed int32, random *rng.Stream) {
	b := u.board
	removed := len(u.removed)
	if len(b.Absent()) == removed {
		return
	}
	for _, s := range b.Lists.Of(seed) {
		if int(s) < len(u.depot) && b.IsAbsent(s) && !slices.Contains(u.removed[:removed], s) {
			u.removed = append(u.removed, s)
		}
	}
	if b.Needed() > 0 {
		u.addNeeded(random)
	}
}

// addNeeded adds some required stops that are in no route.
func (u *ruin) addNeeded(random *rng.Stream) {
	b := u.board
	var others []int32
	for _, s := range b.Absent() {
		if !b.Stop[s].Optional && !slices.Contains(u.removed, s) {
			others = append(others, s)
		}
	}
	slices.Sort(others)
	random.Shuffle(others)
	u.removed = append(u.removed, others[:min(len(others), mostAbsent)]...)
}

// recreate inserts the removed stops in random order or in that of a property [CVB20 §5.2].
func (u *ruin) recreate(random *rng.Stream) {
	u.order(random)
	eager := u.board.Prized() && random.Uint32() < eagerness
	for _, s := range u.removed {
		u.board.Insert(s, eager, u.blink, random)
	}
	u.board.Trim()
}

// order chooses the order of the insertions.
func (u *ruin) order(random *rng.Stream) {
	random.Shuffle(u.removed)
	stop := u.board.Stop
	orders := int32(11)
	if u.timed {
		orders = 16
	}
	switch k := random.IntN(orders); {
	case k < 4:
	case k < 8:
		u.sort(func(s int32) int64 { return -u.demand[s] })
	case k < 10:
		u.sort(func(s int32) int64 { return -u.depot[s] })
	case k < 11:
		u.sort(func(s int32) int64 { return u.depot[s] })
	case k < 13:
		u.sort(func(s int32) int64 { return int64(stop[s].Window.Close - stop[s].Window.Open) })
	case k < 15:
		u.sort(func(s int32) int64 { return int64(stop[s].Window.Open) })
	default:
		u.sort(func(s int32) int64 { return -int64(stop[s].Window.Close) })
	}
}

// sort orders the removed stops by a property, smallest first.
func (u *ruin) sort(property func(s int32) int64) {
	slices.SortStableFunc(u.removed, func(s, t int32) int { return cmp.Compare(property(s), property(t)) })
}
