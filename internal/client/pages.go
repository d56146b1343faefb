package client

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"net/url"
)

// pageSize is the number of entries that the client requests at a time.
const pageSize = 1000

// pages returns the entries of all pages of a list. split returns the entries of a page and the
// position of the next page, which is "" after the last page.
func pages[P, T any](ctx context.Context, c *Client, path string, query url.Values, split func(P) ([]T, string)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		q := maps.Clone(query)
		for after := ""; ; {
			setText(q, "after", after)
			p, err := request[P](ctx, c, call{method: http.MethodGet, path: path, query: q})
			if err != nil {
				yield(*new(T), err)
				return
			}
			var entries []T
			entries, after = split(p)
			for _, e := range entries {
				if !yield(e, nil) {
					return
				}
			}
			if after == "" {
				return
			}
		}
	}
}
