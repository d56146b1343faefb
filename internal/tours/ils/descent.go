package ils

import (
	"cmp"
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
)

// descent improves a tour to a local optimum without long edges. While many cities are queued, the
// lanes share them by region: each lane works on a copy of the tour, and the first lane merges the
// changes of the others. A thorough descent is not shared, because it makes fewer and deeper moves,
// and on pla85900, for example, half of them would conflict.
type descent struct {
	others []lk.Peer // all lanes except the first; created when first needed
}

const (
	// batchesPerStep is the number of batches of queued cities that a step processes. With sweeps,
	// a step is one sweep.
	batchesPerStep = 10
	// sharedFrom is the number of queued cities from which sharing outweighs the cost of the
	// copies.
	sharedFrom = 10_000
	// parts is the number of steps in which all cities are processed once.
	parts = 4
)

func (*descent) best(s *ILS) best { return best{length: s.main.Length()} }
func (*descent) rewind(s *ILS)    { s.main.Rewind() }

func (d *descent) step(ctx context.Context, s *ILS) (phase, error) {
	s.main.Record()
	s.thorough(s.params.Descent == thorough)
	done, err := d.descend(ctx, s)
	if peer, ok := s.main.(lk.Peer); ok && done {
		done = peer.Mend(ctx) == 0
	}
	s.main.Commit()
	err = cmp.Or(err, ctx.Err())
	switch {
	case err != nil || !done:
		return d, err
	case s.params.Kicks == 0:
		return d, search.ErrExhausted
	case s.params.Accept == always:
		return newIterations(s), nil
	}
	l, err := newLanes(ctx, s, d.others)
	if err != nil {
		return d, err
	}
	return l, nil
}

// descend processes some of the queued cities.
func (d *descent) descend(ctx context.Context, s *ILS) (done bool, err error) {
	if peer, ok := s.main.(lk.Peer); ok && s.params.Lanes > 1 && s.params.Descent == quick && peer.Waiting() >= sharedFrom {
		return false, d.share(ctx, s, peer)
	}
	atOnce := batchesPerStep
	if s.op.sweeps {
		atOnce = 1
	}
	for i := 0; i < atOnce && !done && err == nil && ctx.Err() == nil; i++ {
		done, err = s.main.Descend(ctx, citiesAtOnce)
	}
	return done, err
}

// share lets all lanes descend, each from the queued cities in its region.
func (d *descent) share(ctx context.Context, s *ILS, main lk.Peer) error {
	if err := d.spread(ctx, s, main); err != nil {
		return err
	}
	lanes := append([]lk.Peer{main}, d.others...)
	stream := rng.At(s.seed, 0, s.step)
	regions := divide(s.in.N(), len(lanes), &stream)
	for _, city := range main.DrainQueue(nil) {
		lanes[laneOf(regions, city)].Queue(city)
	}
	turns := s.in.N() / (parts * len(lanes))
	s.inParallel(ctx, len(lanes), func(lane int) { descendAlone(ctx, lanes[lane], turns) })
	for _, other := range d.others {
		main.Join(other)
	}
	return nil
}

// descendAlone processes up to the given number of queued cities.
func descendAlone(ctx context.Context, lane lk.Peer, cities int) {
	for i := 0; i < cities && lane.Waiting() > 0; i++ {
		if i%citiesAtOnce == 0 && ctx.Err() != nil {
			return
		}
		_, _ = lane.Descend(ctx, 1) // cannot fail without a device
		// commit after each city, so that a conflict loses the changes of only one city
		lane.Commit()
	}
}

// spread copies the tour of the first lane to the other lanes and empties their queues.
func (d *descent) spread(ctx context.Context, s *ILS, main lk.Peer) (err error) {
	if d.others == nil {
		if d.others, err = newPeers(ctx, s, s.params.Lanes-1); err != nil {
			return err
		}
	}
	s.inParallel(ctx, len(d.others), func(i int) {
		d.others[i].Adopt(main)
		d.others[i].ClearQueue()
		d.others[i].Record()
	})
	return nil
}

// laneOf returns the lane whose region contains a city.
func laneOf(regions []region, city int32) int {
	for lane, r := range regions {
		if (city-r.from+r.of)%r.of < r.size {
			return lane
		}
	}
	return 0
}

// newPeers returns additional lanes with empty queues.
func newPeers(ctx context.Context, s *ILS, count int) ([]lk.Peer, error) {
	peers, tour := make([]lk.Peer, count), s.main.Tour(nil)
	err := parallel.Do(ctx, s.on.Threads, count, 1, func(_, i int) {
		peers[i] = lk.NewUndirected(s.in, s.lists, tour, s.op.queue)
		peers[i].ClearQueue()
	})
	return peers, err
}
