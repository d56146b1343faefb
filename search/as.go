package search

// As returns the first of a searcher and the searchers that it wraps that implements T. A
// wrapper has the method Unwrap() any, which returns nil while there is nothing inside.
func As[T any](searcher any) (T, bool) {
	for searcher != nil {
		if t, ok := searcher.(T); ok {
			return t, true
		}
		wrapper, ok := searcher.(interface{ Unwrap() any })
		if !ok {
			break
		}
		searcher = wrapper.Unwrap()
	}
	var none T
	return none, false
}
