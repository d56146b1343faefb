package ils

import "github.com/tourmaline-opt/tourmaline/rng"

// anneal decides how much worse a tour may become by a kick: a little at first,
// and nothing towards the end of the budget. How much is a little is learnt from
// what kicks do to this instance, and how long the search can afford it from
// how many kicks the budget allows. Without a budget nothing gets worse.
type anneal struct {
	strength float64 // the parameter
	cities   float64
	all      float64 // kicks so far …
	kicks    float64 // … and those of one tour
	worse    mean    // what kicks that made it worse made it worse by
	same     float64 // kicks that changed nothing meanwhile
	used     float64 // share of the budget
	heat     float64 // now
}

// enoughKicks per city make the full heat worth its time; fewer get less.
const enoughKicks = 30

// pace cools down with the share of the budget that is used.
func (a *anneal) pace(used float64) {
	a.used = used
	if a.heat = 0; used <= 0 || a.worse.count < 50 {
		return
	}
	expected := a.kicks / used / a.cities
	left := 1 - used
	a.heat = a.strength * min(expected/enoughKicks, 1) * a.worse.value() * left * left * left
}

// hot tells whether the tour can still change as a whole: the heat falls with the
// third power of the rest of the budget, and after seven tenths it is a thirtieth
// of what it was.
func (a *anneal) hot() bool { return a.heat > 0 && a.used < 0.7 }

// longRun tells whether the budget allows many kicks per city, of all lanes.
func (a *anneal) longRun() bool { return a.all >= 12*a.used*a.cities }

// learn takes note of what a lane has seen, one of so many tours. The first
// thousand kicks that made it worse are enough.
func (a *anneal) learn(j *judge, tours int) {
	a.all += float64(j.kicks)
	a.kicks += float64(j.kicks) / float64(tours)
	if a.worse.count < 1000 {
		a.worse.sum += j.worse.sum
		a.worse.count += j.worse.count
		a.same += float64(j.same)
	}
}

// judge is the judge of one lane for one step.
func (a *anneal) judge() judge { return judge{heat: a.heat, long: a.long()} }

// long is the share of kicks that should have longer segments. On cities in dense
// rows the descent takes back most of the short ones, and the search gets stuck
// (pla85900: 0.57 % after 10 s, 0.41 % with long ones among them); elsewhere long
// ones are a waste of time.
func (a *anneal) long() float64 {
	if a.worse.count < 50 {
		return 0
	}
	undone := a.same / (a.same + float64(a.worse.count))
	return min(max(2*undone-1, 0), 0.4)
}

// judge says which kicks are kept.
type judge struct {
	heat  float64
	long  float64 // share of kicks with longer segments
	kicks int
	same  int // kicks that changed nothing
	worse mean
}

// accepts keeps what is no worse, and what is worse with a probability that
// falls with the difference [KGV83].
func (j *judge) accepts(delta int64, random *rng.Stream) bool {
	j.kicks++
	if delta <= 0 {
		if delta == 0 {
			j.same++
		}
		return true
	}
	j.worse.sum += float64(delta)
	j.worse.count++
	return j.heat > 0 && float64(delta) <= j.heat*random.Exp()
}

type mean struct {
	sum   float64
	count int
}

func (m mean) value() float64 { return m.sum / float64(m.count) }
