package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// claim is what a result says of itself, if the file is one.
type claim struct {
	Schema   string
	Instance tourmaline.InstanceInfo
	Cost     float64
	Tour     []int64
}

// readClaim reads what a file claims; any other file claims nothing.
func readClaim(path string) claim {
	f, err := os.Open(path)
	if err != nil {
		return claim{}
	}
	defer f.Close()
	var c claim
	if json.NewDecoder(budget.New(f, 0)).Decode(&c) != nil || c.Schema != tourmaline.Schema {
		return claim{}
	}
	return c
}

// apply opens the instance as the result was, unless the user said otherwise.
func (c claim) apply(in *tsp.Instance, way route) (*tsp.Instance, error) {
	if c.Instance.Problem != "path" || way != (route{}) || len(c.Tour) == 0 {
		return in, nil
	}
	start, ok1 := in.City(c.Tour[0])
	end, ok2 := in.City(c.Tour[len(c.Tour)-1])
	if !ok1 || !ok2 || start == end {
		return in, nil // the check will say what is wrong
	}
	in, err := in.Path(start, end)
	return in, inputError(err)
}

// isTrue tells whether the claimed cost is the true one; who claims nothing does not
// lie.
func (c claim) isTrue(value float64) bool {
	return c.Schema == "" || math.Abs(c.Cost-value) <= 1e-9*math.Abs(value)
}

// judge compares the cost that a result claims with the true one.
func (c claim) judge(path string, in *tsp.Instance, value float64) error {
	if c.isTrue(value) {
		return nil
	}
	return &exitError{exitCheck, fmt.Errorf("%s claims a cost of %s, its %s costs %s", path, cost(c.Cost), kind(in), cost(value))}
}
