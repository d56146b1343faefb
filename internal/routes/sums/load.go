package sums

// A Load is what a stretch carries in one dimension.
type Load struct {
	Deliver, Fetch int64
	Peak           int64 // largest load within the stretch, if it starts with Deliver and ends with Fetch
}

// LoadOf returns the load of a single stop.
func LoadOf(deliver, fetch int32) Load {
	return Load{int64(deliver), int64(fetch), int64(max(deliver, fetch))}
}

// Join returns the load of a and then b.
func (a Load) Join(b Load) Load {
	return Load{a.Deliver + b.Deliver, a.Fetch + b.Fetch, max(a.Peak+b.Deliver, a.Fetch+b.Peak)}
}
