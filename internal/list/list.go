// Package list converts lists.
package list

// Map returns the results of f for the elements of a list, or nil if the list is empty.
func Map[T, U any](all []T, f func(T) U) (results []U) {
	for _, v := range all {
		results = append(results, f(v))
	}
	return results
}
