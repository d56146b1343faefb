package maxcut

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// Read reads a graph in the format of the generator rudy: the numbers of vertices and edges, then a
// line "i j w" for each edge, with vertices counted from 1. If w is missing, the weight is 1. The
// name appears in error messages and results.
func Read(r io.Reader, name string) (*Instance, error) {
	n, m := 0, 0     // numbers of vertices and edges that the first line declares
	var edges []Edge // grows as edges are read, because the first line is not trusted
	lines, line, err := budget.NewLines(r, budget.MaxLine), 0, error(nil)
	for err == nil && lines.Scan() {
		line++
		words, v := strings.Fields(lines.Text()), [3]int64{2: 1}
		for i := 0; i < min(len(words), 3) && err == nil; i++ {
			// 32 bits for vertices, 64 for weights
			v[i], err = strconv.ParseInt(words[i], 10, 32<<(i/2))
		}
		switch {
		case len(words) == 0:
		case err != nil || len(words) < 2 || len(words) > 3 || len(words) > 2 && n == 0:
			err = fmt.Errorf("found %.40q, expected two whole numbers, with an optional third on every line but the first", lines.Text())
		case n == 0:
			n, m, err = int(v[0]), int(v[1]), check(int(v[0]))
		case len(edges) == m:
			err = fmt.Errorf("found more than the %d edges that the first line declares", m)
		default:
			edges = append(edges, Edge{int32(v[0] - 1), int32(v[1] - 1), v[2]})
			err = check(n, edges[len(edges)-1])
		}
	}
	if err == nil {
		line++ // line at which the file ends
		if err = lines.Err(); err == nil && len(edges) != m {
			err = fmt.Errorf("the file ends after %d edges, but its first line declares %d", len(edges), m)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	return New(name, n, edges)
}
