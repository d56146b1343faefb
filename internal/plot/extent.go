package plot

// extent is the range of values of one coordinate.
type extent struct {
	lo, hi float64
	log    bool
}

func (e *extent) include(v float64) { e.lo, e.hi = min(e.lo, v), max(e.hi, v) }
