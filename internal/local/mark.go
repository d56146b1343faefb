package local

// A standing is what a walk has come to, apart from its solution and its strategy.
type standing[S any] struct {
	level, turn int
	done        bool // nothing is left to try
	best        S
	cost        float64 // of best
}

// A mark is a walk as it was when a step began.
type mark[S any] struct {
	standing[S]
	place   S
	samples []uint32 // the numbers of those that its renewers had
}

// mark notes how the walk is, so that a step that is cut short can be taken back.
func (w *Walk[S]) mark() {
	w.goBack()
	w.then.standing = w.standing
	w.cut = false
	if w.moved {
		w.then.place, w.moved = w.At.Snapshot(), false
	}
	w.then.samples = w.samples(w.then.samples[:0])
	w.before.become(w.strategy)
	if w.memory != nil {
		w.memory.mark()
	}
}

// back makes the walk what it was at the mark. Its solution waits until somebody needs it:
// putting a large one back takes long, and mostly nothing comes after a step that is cut
// short.
func (w *Walk[S]) back() {
	w.standing, w.away = w.then.standing, true
	w.strategy.become(w.before)
	if w.memory != nil {
		w.memory.back()
	}
}

// goBack puts the solution back, if that is still to be done.
func (w *Walk[S]) goBack() {
	if w.away {
		w.put(w.then.place, w.then.samples)
	}
}

// put brings the walk to a solution of its level, with the samples around it. Engines
// hear of it by the journal.
func (w *Walk[S]) put(place S, samples []uint32) {
	w.At = w.levels[w.level]
	w.At.Reset(place)
	for i, r := range w.renewers {
		r.SetSample(samples[i])
	}
	w.moved, w.away, w.Journal = true, false, Journal{Replaced: true}
}

// samples appends the numbers of the present ones.
func (w *Walk[S]) samples(dst []uint32) []uint32 {
	for _, r := range w.renewers {
		dst = append(dst, r.Sample())
	}
	return dst
}

// settle lets the walk begin anew from a solution that was found elsewhere.
func (w *Walk[S]) settle(place S) {
	w.level, w.At, w.done = 0, w.levels[0], !w.movable()
	w.strategy.begin()
	w.move(place)
	w.Journal = Journal{Replaced: true}
}
