package cli

import "fmt"

// drawDrill draws the holes of a drill file and, if only one tool is drawn, its path. Two files and
// no tool give the paths of all tools in both files.
func drawDrill(s streams, read reading, files []string, p picture) error {
	b, trips, err := read.trips(files[0])
	if err == nil && len(files) == 2 {
		first := b
		if b, trips, err = read.trips(files[1]); err == nil {
			err = first.sameHoles(b)
		}
		if err == nil && p.tool == 0 {
			return drawSorting(s, first, b, p)
		}
	}
	if err != nil {
		return err
	}
	m, ok := p.style().Board(b.Board, trips, p.tool)
	if !ok {
		return usageError("--tool %d: %s contains no holes for this tool", p.tool, b.path)
	}
	return p.draw(s, m)
}

// drawSorting draws the paths of all tools before and after sorting.
func drawSorting(s streams, before, after board, p picture) error {
	pair, err := p.style().Sorting(before.Board, after.Board)
	if err != nil {
		return inputError(fmt.Errorf("%s: %w", after.path, err))
	}
	return p.draw(s, pair)
}
