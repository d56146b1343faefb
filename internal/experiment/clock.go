package experiment

import "time"

// A clock guesses how long the runs that are left will take.
type clock struct {
	todo []Run
	past map[pair]mean // what runs took
	all  mean
}

// A pair is a contestant on an instance.
type pair struct{ instance, contestant string }

func (r Run) pair() pair { return pair{InstanceName(r.Instance), r.Contestant.Name} }

// A mean is one of durations.
type mean struct {
	sum time.Duration
	n   int
}

func (m mean) with(d time.Duration) mean { return mean{m.sum + d, m.n + 1} }

func (m mean) value() time.Duration { return m.sum / time.Duration(max(m.n, 1)) }

// newClock lists the runs that are not in the log, and learns from those that are.
func newClock(runs []Run, log *Log) *clock {
	c := &clock{past: map[pair]mean{}}
	for _, r := range runs {
		if record, done := log.done[r.Key()]; done {
			c.learn(r, record)
			continue
		}
		c.todo = append(c.todo, r)
	}
	return c
}

func (c *clock) learn(r Run, record Record) {
	if record.Result == nil {
		return
	}
	took := time.Duration(record.Result.Seconds * float64(time.Second))
	c.past[r.pair()], c.all = c.past[r.pair()].with(took), c.all.with(took)
}

// made takes a run off the list.
func (c *clock) made(r Run, record Record) {
	c.todo = c.todo[1:]
	c.learn(r, record)
}

// after is the time that is left when the present run has taken so long.
func (c *clock) after(present Run, took time.Duration) time.Duration {
	var sum time.Duration
	for _, r := range c.todo {
		sum += c.guess(r)
	}
	if present.Instance != "" {
		sum -= min(took, c.guess(present))
	}
	return sum
}

// guess is the time of a run: as long as its like took, or its limit.
func (c *clock) guess(r Run) time.Duration {
	if m := c.past[r.pair()]; m.n > 0 {
		return m.value()
	}
	if r.Limits.Time > 0 {
		return time.Duration(r.Limits.Time)
	}
	return c.all.value()
}
