package ils

import "github.com/tourmaline-opt/tourmaline/internal/tours/lk"

// A share is what a lane does in a step: so many kicks, or the work that so many usually
// take. Lanes that do equal work are ready at the same time; with equal kicks, threads wait
// for the one whose region is the hardest.
type share struct {
	kicks int
	work  int // 0: by kicks
	from  int // the lane's work when the step began
}

// pace is how much work the kicks of a step were.
type pace struct{ kicks, work int }

// share is that of each lane in this step; no kicks when all are made.
func (l *lanes) share(s *ILS) share {
	kicks := s.params.Kicks
	if s.op.sweeps {
		kicks = min(kicks, max(1, sweptAtOnce/s.in.N()))
	}
	each := (s.kicksLeft() + len(l.others)) / (1 + len(l.others))
	if len(l.others) == 0 || s.params.Rounds > 0 || l.work.kicks == 0 {
		return share{kicks: min(kicks, each)}
	}
	return share{kicks: kicks, work: max(int(int64(l.work.work)*int64(kicks)/int64(l.work.kicks)), 1)}
}

func (sh *share) begin(c lk.Chain) {
	if sh.work > 0 {
		sh.from = c.(lk.Peer).Work()
	}
}

// done is how much of the share is done, and of how much.
func (sh *share) done(c lk.Chain, kicks int) (done, of int) {
	if sh.work > 0 {
		return c.(lk.Peer).Work() - sh.from, sh.work
	}
	return kicks, sh.kicks
}

// used tells whether nothing is left. Kicks that come to nothing are no work: there are at
// most a few times as many as usual.
func (sh *share) used(c lk.Chain, kicks int) bool {
	done, of := sh.done(c, kicks)
	return done >= of || kicks >= mostKicks*sh.kicks
}

// mostKicks is how many times more kicks than usual may be in a share.
const mostKicks = 4

// worked is the work of all lanes so far.
func (l *lanes) worked(s *ILS) (sum int) {
	for lane := range l.judges {
		if peer, ok := l.chain(s, lane).(lk.Peer); ok {
			sum += peer.Work()
		}
	}
	return sum
}

func total(all []int) (sum int) {
	for _, n := range all {
		sum += n
	}
	return sum
}
