package colouring

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// Read reads a graph in the DIMACS format: lines "c" with comments, a line "p edge N M" with the
// numbers of vertices and edges, and a line "e I J" for each edge, with vertices counted from 1.
// Some files list every edge in both directions and declare either number of edges, so Read does
// not check M.
//
// The problem line may end with a third number, the number of colours, which is not part of the
// DIMACS format. Without this number, New chooses the number of colours.
func Read(r io.Reader, name string) (*Instance, error) {
	f := file{}
	lines, line, err := budget.NewLines(r, budget.MaxLine), 0, error(nil)
	for err == nil && lines.Scan() {
		line++
		err = f.take(strings.Fields(lines.Text()))
	}
	if err == nil {
		if err = lines.Err(); err == nil && f.n == 0 {
			err = fmt.Errorf("the file contains no \"p edge N M\" line")
		}
		line++ // line at which the file ends
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	return New(name, f.n, f.colours, f.edges)
}

// A file contains the data read so far.
type file struct {
	n, colours int
	edges      []Edge // grows as edges are read, because the problem line is not trusted
}

// take parses the words of a line.
func (f *file) take(words []string) error {
	if len(words) == 0 || words[0] == "c" {
		return nil
	}
	switch kind := words[0]; {
	case kind == "p" && f.n == 0 && (len(words) == 4 || len(words) == 5):
		v, err := numbers(words[2:])
		if err != nil {
			return err
		}
		f.n, f.colours = int(v[0]), int(v[2])
		if len(words) == 5 && f.colours == 0 {
			return fmt.Errorf("got 0 colours, expected 2 or more")
		}
		return check(f.n, f.colours)
	case kind == "e" && f.n > 0 && len(words) == 3:
		v, err := numbers(words[1:])
		if err != nil {
			return err
		}
		f.edges = append(f.edges, Edge{v[0] - 1, v[1] - 1})
		return check(f.n, f.colours, f.edges[len(f.edges)-1])
	}
	return fmt.Errorf("found %.40q, expected a comment \"c …\", or one \"p edge N M\" line followed by \"e I J\" lines", strings.Join(words, " "))
}

// numbers parses up to three non-negative integers.
func numbers(words []string) (v [3]int32, err error) {
	for i, word := range words {
		u, err := strconv.ParseUint(word, 10, 31)
		if err != nil {
			return v, fmt.Errorf("found %.40q, expected a non-negative whole number", word)
		}
		v[i] = int32(u)
	}
	return v, nil
}

// Write writes an instance in the format of Read, including the number of colours.
func Write(w io.Writer, in *Instance) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p edge %d %d %d\n", in.N(), len(in.ends)/2, in.colours)
	for v := range in.N() {
		for _, u := range in.Edges(v) {
			if v < int(u) {
				fmt.Fprintf(out, "e %d %d\n", v+1, u+1)
			}
		}
	}
	return out.Flush()
}
