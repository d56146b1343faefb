package experiment

import "time"

// A clock estimates the time of the remaining runs.
type clock struct {
	todo []Run
	size func(instance string) int
	past map[pair]mean   // time of past runs
	each map[string]mean // time per unit of size, by contestant
	all  mean            // time per unit of size, for all contestants
}

// A pair is an instance and a contestant.
type pair struct{ instance, contestant string }

func (r Run) pair() pair { return pair{InstanceName(r.Instance), r.Contestant.Name} }

// A mean accumulates durations and computes their mean.
type mean struct {
	sum time.Duration
	n   int
}

func (m mean) with(d time.Duration) mean { return mean{m.sum + d, m.n + 1} }

func (m mean) value() time.Duration { return m.sum / time.Duration(max(m.n, 1)) }

// newClock returns a clock for the runs that are not in the log. It learns from the runs in the
// log.
func newClock(runs []Run, log *Log, size func(string) int) *clock {
	c := &clock{size: size, past: map[pair]mean{}, each: map[string]mean{}}
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
	c.past[r.pair()] = c.past[r.pair()].with(took)
	share := took / time.Duration(max(record.Result.Instance.N, 1))
	c.each[record.Contestant], c.all = c.each[record.Contestant].with(share), c.all.with(share)
}

// made removes a finished run from the list and learns from it.
func (c *clock) made(r Run, record Record) {
	c.todo = c.todo[1:]
	c.learn(r, record)
}

// after estimates the remaining time, given that the current run, present, has already taken took.
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

// guess estimates the time of a run: the mean time of earlier runs of the same pair, or else its
// time limit, or else a time proportional to the size.
func (c *clock) guess(r Run) time.Duration {
	if m := c.past[r.pair()]; m.n > 0 {
		return m.value()
	}
	if r.Limits.Time > 0 {
		return r.Limits.Time
	}
	each := c.each[r.Contestant.Name]
	if each.n == 0 {
		each = c.all
	}
	return each.value() * time.Duration(c.size(r.Instance))
}
