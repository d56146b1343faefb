package local

// A standing is the state of a walk without its current solution and its strategy.
type standing[S any] struct {
	level, turn int
	done        bool // nothing is left to try
	best        S
	cost        float64 // cost of best
}

// A walkSnapshot is the state of a walk at the start of a step.
type walkSnapshot[S any] struct {
	standing[S]
	place   S
	samples []uint32 // sample numbers of the renewers
}

// snapshot saves the walk, so that an interrupted step can be undone.
func (w *Walk[S]) snapshot() {
	w.finishRewind()
	w.saved.standing = w.standing
	w.cut = false
	if w.moved {
		w.saved.place, w.moved = w.At.Snapshot(), false
	}
	w.saved.samples = w.samples(w.saved.samples[:0])
	w.savedStrategy.copyFrom(w.strategy)
	if w.memory != nil {
		w.memory.snapshot()
	}
}

// rewind restores the walk from the snapshot. finishRewind restores the solution and the memory
// later, because that takes a long time if they are large and an interrupted step is usually the
// last one.
func (w *Walk[S]) rewind() {
	w.standing, w.rewinding = w.saved.standing, true
	w.strategy.copyFrom(w.savedStrategy)
}

// finishRewind restores the solution and the memory after rewind.
func (w *Walk[S]) finishRewind() {
	if !w.rewinding {
		return
	}
	if w.memory != nil {
		w.memory.rewind()
	}
	w.resetTo(w.saved.place, w.saved.samples)
}

// resetTo sets the solution at the walk's level and the samples around it. The journal reports the
// change to engines.
func (w *Walk[S]) resetTo(place S, samples []uint32) {
	w.At = w.levels[w.level]
	w.At.Reset(place)
	for i, r := range w.renewers {
		r.SetSample(samples[i])
	}
	w.moved, w.rewinding, w.Journal = true, false, Journal{Replaced: true}
}

// samples appends the numbers of the current samples to dst.
func (w *Walk[S]) samples(dst []uint32) []uint32 {
	for _, r := range w.renewers {
		dst = append(dst, r.Sample())
	}
	return dst
}

// restartFrom restarts the walk from an external solution.
func (w *Walk[S]) restartFrom(place S) {
	w.level, w.At, w.done = 0, w.levels[0], w.levels[0].Len() == 0
	w.strategy.reset()
	w.move(place)
	w.Journal = Journal{Replaced: true}
}
