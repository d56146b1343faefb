package ils

import "github.com/tourmaline-opt/tourmaline/internal/tours/lk"

// A share is what a lane does in a step: a number of kicks, or the work that they usually
// take. Lanes with equal work end at the same time; with equal kicks, threads wait for the
// lane with the hardest region.
type share struct {
	kicks int
	work  int // 0: by kicks
	from  int // the work of the lane before the step
}

// pace is the work of the kicks of a step.
type pace struct{ kicks, work int }

// share returns the share of each lane in this step: no kicks when all have been made.
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

func (sh *share) start(c lk.Chain) {
	if sh.work > 0 {
		sh.from = c.(lk.Peer).Work()
	}
}

// progress returns how much of the share is done, and its total.
func (sh *share) progress(c lk.Chain, kicks int) (done, of int) {
	if sh.work > 0 {
		return c.(lk.Peer).Work() - sh.from, sh.work
	}
	return kicks, sh.kicks
}

// done reports whether the share is done. Kicks without effect are no work, so the number
// of kicks is limited, too.
func (sh *share) done(c lk.Chain, kicks int) bool {
	done, of := sh.progress(c, kicks)
	return done >= of || kicks >= mostKicks*sh.kicks
}

// mostKicks limits the kicks of a share, as a multiple of the usual number.
const mostKicks = 4

// totalWork returns the work of all lanes so far.
func (l *lanes) totalWork(s *ILS) (sum int) {
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
