package cli

import (
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A claim is a tour as its file has it, read once: a pipe cannot be read again.
type claim struct {
	path   string
	in     *tsp.Instance // open if the file says that the tour is a path
	tour   tsp.Tour
	stated format.Stated
}

// readClaim reads a tour of the instance. A file that cannot be read is bad
// input; one that is no tour fails the check. A file that says that it is a path
// opens the instance, unless the user or the instance says otherwise.
func readClaim(path string, in *tsp.Instance, way route) (claim, error) {
	t, stated, err := format.ReadTourFile(path, in)
	if errors.Is(err, format.ErrNoTour) {
		return claim{}, &exitError{exitCheck, err}
	}
	if err != nil {
		return claim{}, inputError(err)
	}
	if stated.Path && way == (route{}) && !in.Open() && len(t) > 1 {
		start, _ := in.Ends()
		if start < 0 {
			start = t[0]
		}
		if in, err = in.Path(start, -1); err != nil {
			return claim{}, inputError(err)
		}
	}
	if err := in.Check(t); err != nil {
		return claim{}, &exitError{exitCheck, fmt.Errorf("%s does not hold a valid tour of %s: %w", path, in.Name(), err)}
	}
	return claim{path, in, t, stated}, nil
}

// judge compares what the file states with what is so.
func (c claim) judge() error {
	err := c.stated.Check(c.in, c.tour)
	if err == nil {
		return nil
	}
	return &exitError{exitCheck, fmt.Errorf("%s: %w%s", c.path, err, c.hint())}
}

// hint says what may be the reason for a false cost.
func (c claim) hint() string {
	if !c.in.Open() && c.stated.Cost != nil {
		if open, err := c.in.Path(-1, -1); err == nil && search.SameCost(*c.stated.Cost, open.Cost(c.tour)) {
			return ": as a path it costs that; is --open missing?"
		}
	}
	if c.stated.Hash != "" && c.stated.Hash != c.in.Hash() {
		return ": was it made for another instance, metric or start?"
	}
	return ""
}

// truth says of a cost that is true whether the file states it.
func truth(stated *float64) string {
	if stated == nil {
		return " (the file states no cost)"
	}
	return " as stated"
}
