package near

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A tree is a k-d tree in two flat arrays: the cities, sorted so that every subtree is a range, and
// the bounding box of each subtree. A range is split in the middle across its widest side, so the
// tree adapts to clusters. A split halves the number of cities, not the space, so the depth depends
// only on n, even if many cities share a place.
type tree struct {
	items []item
	// in heap order: children of i are 2i+1 and 2i+2; the last level contains the leaves
	boxes []box
	depth int // number of split levels; leaves contain 4 to 8 cities
	norm  norm
	dims  int
}

// A norm measures the distance between two points.
type norm uint8

const (
	l2   norm = iota // Euclidean
	l1               // Manhattan
	lInf             // maximum
)

// A geometry contains the positions of the cities; see [tsp.Instance.Geometry].
type geometry struct {
	points []float64
	dims   int
	norm   norm
}

// geometryOf returns the geometry of an instance, or false if the cities have no positions.
func geometryOf(in *tsp.Instance) (g geometry, ok bool) {
	points, dims, p := in.Geometry()
	g = geometry{points: points, dims: dims}
	switch {
	case p == 1:
		g.norm = l1
	case math.IsInf(p, 1):
		g.norm = lInf
	}
	return g, points != nil
}

// item is a city and its position; z is 0 in the plane. The cities of a leaf are adjacent, so a
// leaf occupies one or two cache lines.
type item struct {
	p  [3]float64
	id int32
}

// box is the bounding box of the cities in a subtree.
type box struct{ lo, hi [3]float64 }

const leafSize = 8

func newTree(ctx context.Context, g geometry, threads int) (*tree, error) {
	n := len(g.points) / g.dims
	t := &tree{items: make([]item, n), norm: g.norm, dims: g.dims}
	for i := range t.items {
		t.items[i].id = int32(i)
		copy(t.items[i].p[:], g.points[i*g.dims:(i+1)*g.dims])
	}
	if n > leafSize {
		t.depth = bits.Len(uint((n - 1) / leafSize))
	}
	t.boxes = make([]box, 2<<t.depth-1)
	t.build(ctx, 0, 0, n, 0, bits.Len(uint(max(1, threads)-1)))
	return t, ctx.Err()
}

// often is the number of cities in a subtree above which build checks the context.
const often = 1 << 12

// build splits items[lo:hi] at tree node i on the given level. On the uppermost levels, one half
// runs in a separate goroutine. build stops when ctx is cancelled.
func (t *tree) build(ctx context.Context, i, lo, hi, level, spawn int) {
	if hi-lo > often && ctx.Err() != nil {
		return
	}
	t.boxes[i] = t.boxOf(lo, hi)
	if level == t.depth {
		return
	}
	mid := (lo + hi) / 2
	selectMiddle(t.items[lo:hi], mid-lo, t.boxes[i].widest())
	if level < spawn {
		ends := [...]int{lo, mid, hi}
		_ = parallel.Do(ctx, 2, 2, 1, func(_, half int) {
			t.build(ctx, 2*i+1+half, ends[half], ends[half+1], level+1, spawn)
		})
		return
	}
	t.build(ctx, 2*i+1, lo, mid, level+1, spawn)
	t.build(ctx, 2*i+2, mid, hi, level+1, spawn)
}

func (t *tree) boxOf(lo, hi int) box {
	b := box{t.items[lo].p, t.items[lo].p}
	for i := lo + 1; i < hi; i++ {
		p := &t.items[i].p
		for k := range t.dims {
			if p[k] < b.lo[k] {
				b.lo[k] = p[k]
			} else if p[k] > b.hi[k] {
				b.hi[k] = p[k]
			}
		}
	}
	return b
}

func (b *box) widest() int {
	axis := 0
	for k := 1; k < 3; k++ {
		if b.hi[k]-b.lo[k] > b.hi[axis]-b.lo[axis] {
			axis = k
		}
	}
	return axis
}

// selectMiddle moves the element of rank k to its position, with smaller elements before it and
// larger ones after it (Hoare's quickselect). After bad pivots it falls back to sorting, so no
// input makes it quadratic.
func selectMiddle(s []item, k, axis int) {
	lo, hi := 0, len(s)-1
	for luck := 4 * bits.Len(uint(len(s))); lo < hi; luck-- {
		if luck == 0 {
			slices.SortFunc(s[lo:hi+1], func(a, b item) int {
				return cmp.Or(cmp.Compare(a.p[axis], b.p[axis]), cmp.Compare(a.id, b.id))
			})
			return
		}
		i, j := partition(s, lo, hi, axis)
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}

// partition splits s[lo:hi+1] around the median of three and returns the start of the right part
// and the end of the left part.
func partition(s []item, lo, hi, axis int) (right, left int) {
	pivot := median(s[lo].p[axis], s[(lo+hi)/2].p[axis], s[hi].p[axis])
	i, j := lo, hi
	for i <= j {
		for s[i].p[axis] < pivot {
			i++
		}
		for s[j].p[axis] > pivot {
			j--
		}
		if i <= j {
			s[i], s[j] = s[j], s[i]
			i++
			j--
		}
	}
	return i, j
}

func median(a, b, c float64) float64 {
	return max(min(a, b), min(max(a, b), c))
}
