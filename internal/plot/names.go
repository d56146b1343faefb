package plot

import (
	"cmp"
	"slices"
)

// nameGap is the distance from the right edge of the plot area to the names, on a picture 1600
// pixels wide.
const nameGap = 34

// nameHeight is the vertical distance between two names, in multiples of the text size.
const nameHeight = 1.3

// paintNames writes the name of every series at the end of its line, and draws a line from the
// curve to the name.
func (f frame) paintNames(on canvas, c Chart) {
	size := labelSize * f.scale
	var ends []point
	var heights []float64
	var names []int // index of the series for each name
	for i, s := range c.Series {
		if last := len(s.X) - 1; last >= 0 && s.Name != "" {
			end := f.place(s.X[last], s.Y[last])
			ends, heights, names = append(ends, end), append(heights, float64(end.y)), append(names, i)
		}
	}
	spread(heights, nameHeight*size, f.top, f.bottom)
	gap := nameGap * f.scale
	for i, e := range ends {
		hue := c.style(names[i]).colour
		on.line([]point{e, at(f.right+0.75*gap, heights[i])}, pen{colour: hue, width: 1.2 * f.scale})
		paintText(on, at(f.right+gap, heights[i]+0.34*size), c.Series[names[i]].Name,
			lettering{size: size, colour: hue}, max(float64(f.width)-f.margin-f.right-gap, 0))
	}
}

// spread moves heights apart, each as little as possible, until they are at least gap apart or the
// space from lo to hi is full. It preserves their order.
func spread(heights []float64, gap, lo, hi float64) {
	if len(heights) == 0 {
		return
	}
	gap = min(gap, (hi-lo)/float64(len(heights)))
	order := ascending(heights)
	// After subtracting i gaps from the i-th height, heights that are far enough apart are
	// ascending. The nearest ascending numbers are the means of the descending runs.
	type run struct{ sum, count float64 }
	var runs []run
	for i, k := range order {
		r := run{heights[k] - float64(i)*gap, 1}
		for len(runs) > 0 && runs[len(runs)-1].sum/runs[len(runs)-1].count >= r.sum/r.count {
			last := runs[len(runs)-1]
			r.sum, r.count = r.sum+last.sum, r.count+last.count
			runs = runs[:len(runs)-1]
		}
		runs = append(runs, r)
	}
	i, top := 0, hi-float64(len(order)-1)*gap
	for _, r := range runs {
		for range int(r.count) {
			heights[order[i]] = min(max(r.sum/r.count, lo), top) + float64(i)*gap
			i++
		}
	}
}

// ascending returns the indices of the values in ascending order of the values.
func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return order
}
