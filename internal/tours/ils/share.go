package ils

import "github.com/tourmaline-opt/tourmaline/internal/tours/lk"

// A share is the work of a lane in a step: a number of kicks, or the amount of work that they
// usually take. Lanes with equal work finish at the same time. With equal numbers of kicks, threads
// would wait for the lane with the hardest region.
type share struct {
	kicks int
	work  int // 0 if the share is measured in kicks
	from  int // work of the lane before the step
}

// pace holds the kicks of a step and the work that they took.
type pace struct{ kicks, work int }

// share returns the share of each lane in this step. It has no kicks if no kicks remain.
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

// progress returns the completed part of the share and its total.
func (sh *share) progress(c lk.Chain, kicks int) (done, of int) {
	if sh.work > 0 {
		return c.(lk.Peer).Work() - sh.from, sh.work
	}
	return kicks, sh.kicks
}

// done reports whether the share is done. Kicks without effect do not count as work, so the number
// of kicks is also limited.
func (sh *share) done(c lk.Chain, kicks int) bool {
	done, of := sh.progress(c, kicks)
	return done >= of || kicks >= mostKicks*sh.kicks
}

// mostKicks is the maximum number of kicks in a share, as a multiple of the usual number.
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
