package cluster

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// A timeline holds jobs in the order of their creation. There can be millions of jobs, and they do
// not arrive in this order: a server that starts reads them in the order of their last change. So
// the jobs are split into chunks, and an insertion moves only the jobs of one chunk.
type timeline struct {
	chunks [][]*hubEntry // none is empty
	size   int
}

// maxChunk is the maximum number of jobs in a chunk.
const maxChunk = 1024

// compareCreated compares a job with a creation time and an id.
func compareCreated(e *hubEntry, created int64, id string) int {
	return cmp.Or(cmp.Compare(e.created, created), strings.Compare(e.id, id))
}

// find returns the chunk of a job and its index there, or where it would be inserted.
func (t *timeline) find(created int64, id string) (chunk, i int, found bool) {
	if len(t.chunks) == 0 {
		return 0, 0, false
	}
	// the last chunk whose first job is not later
	chunk, _ = slices.BinarySearchFunc(t.chunks, id, func(c []*hubEntry, id string) int {
		if compareCreated(c[0], created, id) <= 0 {
			return -1
		}
		return 1
	})
	chunk = max(chunk-1, 0)
	i, found = slices.BinarySearchFunc(t.chunks[chunk], id, func(e *hubEntry, id string) int { return compareCreated(e, created, id) })
	return chunk, i, found
}

func (t *timeline) insert(e *hubEntry) {
	t.size++
	if len(t.chunks) == 0 {
		t.chunks = [][]*hubEntry{{e}}
		return
	}
	c, i, _ := t.find(e.created, e.id)
	full := t.chunks[c]
	switch {
	case len(full) < maxChunk:
		t.chunks[c] = slices.Insert(full, i, e)
	case i == len(full) && c == len(t.chunks)-1: // the latest job, as usual
		t.chunks = append(t.chunks, append(make([]*hubEntry, 0, maxChunk), e))
	default:
		half := slices.Clone(full[maxChunk/2:])
		clear(full[maxChunk/2:])
		t.chunks[c] = full[:maxChunk/2]
		t.chunks = slices.Insert(t.chunks, c+1, half)
		t.size--
		t.insert(e)
	}
}

func (t *timeline) remove(e *hubEntry) {
	c, i, found := t.find(e.created, e.id)
	if !found {
		return
	}
	t.size--
	if t.chunks[c] = slices.Delete(t.chunks[c], i, i+1); len(t.chunks[c]) == 0 {
		t.chunks = slices.Delete(t.chunks, c, c+1)
	}
}

// all returns all jobs, earliest first.
func (t *timeline) all() iter.Seq[*hubEntry] {
	return func(yield func(*hubEntry) bool) {
		for _, c := range t.chunks {
			for _, e := range c {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// latest returns all jobs, latest first.
func (t *timeline) latest() iter.Seq[*hubEntry] {
	if t.size == 0 {
		return t.all()
	}
	c := len(t.chunks) - 1
	return t.backward(c, len(t.chunks[c]))
}

// before returns the jobs before a job, which may have been deleted, latest first.
func (t *timeline) before(created int64, id string) iter.Seq[*hubEntry] {
	if t.size == 0 {
		return t.all()
	}
	c, i, _ := t.find(created, id)
	return t.backward(c, i)
}

// backward returns the jobs before index i of a chunk, latest first.
func (t *timeline) backward(chunk, i int) iter.Seq[*hubEntry] {
	return func(yield func(*hubEntry) bool) {
		for jobs := t.chunks[chunk][:i]; ; jobs = t.chunks[chunk] {
			for _, e := range slices.Backward(jobs) {
				if !yield(e) {
					return
				}
			}
			if chunk--; chunk < 0 {
				return
			}
		}
	}
}
