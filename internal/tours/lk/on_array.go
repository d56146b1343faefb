package lk

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// onArray improves tours of symmetric instances. It stores the tour in an array.
type onArray struct {
	array
	common
}

// Descend processes queued cities until the queue is empty or it has processed limit cities, and
// reports whether the queue is empty. Each improvement queues the cities whose edges changed.
func (u *onArray) Descend(ctx context.Context, limit int) (bool, error) {
	left := limit
	for turn := 1; u.size > 0 && left > 0; turn++ {
		for c := u.pop(); u.improve(c); {
			left--
		}
		if left--; turn%turnsAtOnce == 0 && ctx.Err() != nil {
			break
		}
	}
	u.work += limit - left
	return u.size == 0, nil
}

// improve applies an improving move at city c, if there is one. It reports whether it applied a
// move.
func (u *onArray) improve(c int32) bool {
	switch {
	case u.n < 5:
		return false
	case u.op == TwoOpt:
		return u.twoOpt(c, 0) || u.twoOpt(c, 1)
	case u.op == OrOpt || u.n < 8:
		return u.twoOpt(c, 0) || u.orOpt(c, 0) || u.twoOpt(c, 1) || u.orOpt(c, 1)
	}
	return u.linKernighan(c, 0) || u.linKernighan(c, 1)
}

// side returns the next city if forward is true, or else the previous one.
func (u *onArray) side(c int32, forward bool) int32 {
	if forward {
		return u.next(c)
	}
	return u.prev(c)
}

// between reports whether b lies on the path from a to c in the given direction.
func (u *onArray) between(a, b, c int32, forward bool) bool {
	if !forward {
		a, c = c, a
	}
	i, k, j := u.key(a), u.key(b), u.key(c)
	if i <= j {
		return i <= k && k <= j
	}
	return k >= i || k <= j
}

// Kick applies a double bridge near city at and queues the cities at the cuts. It reports whether
// it changed the tour.
func (u *onArray) Kick(s *rng.Stream, at int32, k Kick) bool {
	if u.n < 8 {
		return false
	}
	var e [8]int32 // the cities around the four cuts
	if !k.Anywhere && !k.Walk {
		u.stretch(s, at, min(k.Size, (u.n-2)/3), &e)
	} else if cuts, ok := u.cutCities(s, at, k); ok {
		u.cutAfter(&cuts, &e)
	} else {
		return false
	}
	return u.doubleBridge(&e)
}

// stretch stores the cities around four cuts in e. The first cut is after at, and each further cut
// is 1 to longest cities beyond the previous one. stretch goes from at towards its first link,
// because the direction of the tour depends on the tour structure.
func (u *onArray) stretch(s *rng.Stream, at, longest int32, e *[8]int32) {
	forward := u.next(at) == u.links[at].city[0]
	for i := range 4 {
		e[2*i], e[2*i+1] = at, u.side(at, forward)
		if i == 3 {
			return
		}
		for range 1 + s.IntN(longest) {
			at = u.side(at, forward)
		}
	}
}

// cutAfter sorts cuts in the order in which the cities follow the first one, and stores the cities
// around the cuts in e.
func (u *onArray) cutAfter(cuts *[4]int32, e *[8]int32) {
	at := cuts[0]
	forward := u.next(at) == u.links[at].city[0]
	for i := 2; i < 4; i++ {
		for j := i; j > 1 && u.between(at, cuts[j], cuts[j-1], forward); j-- {
			cuts[j], cuts[j-1] = cuts[j-1], cuts[j]
		}
	}
	for i, c := range cuts {
		e[2*i], e[2*i+1] = c, u.side(c, forward)
	}
}
