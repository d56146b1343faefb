package search

// As returns the first implementation of T among a searcher and the searchers that it wraps. A
// wrapper has the method Unwrap() any, which returns nil while it wraps nothing.
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
