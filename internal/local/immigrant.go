package local

// Immigrate moves the walk whose current solution is worst (the first such walk on ties) to the
// immigrant, if the immigrant is better than the best solution of all walks. Walks that the first
// step has created do not count before the end of that step. Tabu search keeps its memory.
func (s *Search[S]) Immigrate(solution S) (taken bool, err error) {
	w, best := s.last(), s.Cost()
	if err := s.space.check(solution, w.At.Snapshot()); err != nil {
		return false, err
	}
	w.snapshot()
	if w.restartFrom(solution); w.At.Cost() < best {
		return true, nil
	}
	w.rewind()
	return false, nil
}

// last returns the walk with the worst current solution, or the first such walk on ties.
func (s *Search[S]) last() *Walk[S] {
	last := s.walks[0]
	for _, w := range s.current() {
		w.finishRewind()
		if w.At.Cost() > last.At.Cost() {
			last = w
		}
	}
	return last
}
