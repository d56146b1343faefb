package tourmaline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ReadResult decodes a result of this problem from JSON. It checks the solution, computes its cost
// from scratch and compares it with the stated cost. The solution in the returned result has the
// problem's type, so Best and Order work as after Solve. Encoding the result again gives the same
// numbers.
func (p Problem) ReadResult(data []byte) (r *Result, err error) {
	defer catch(&err)
	if p.task == nil {
		return nil, errNoProblem
	}
	r = new(Result)
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("result: %w", err)
	}
	if r.Schema != catalog.ResultSchema {
		return nil, fmt.Errorf("result: schema %q, expected %q", r.Schema, catalog.ResultSchema)
	}
	if info := p.task.info(); r.Instance.Problem != info.Problem || r.Instance.Hash != info.Hash {
		return nil, fmt.Errorf("result: it belongs to instance %q (%s), not to the instance %q of this problem (%s)",
			r.Instance.Name, r.Instance.Problem, info.Name, info.Problem)
	}
	best, cost, err := p.task.restore(r, data)
	if err != nil {
		return nil, fmt.Errorf("result: %w", err)
	}
	if !search.SameCost(r.Cost, cost) {
		return nil, fmt.Errorf("result: the stated cost is %v, but the solution costs %v", r.Cost, cost)
	}
	r.best = best
	return r, nil
}

// restore returns the tour of a result, with cities numbered from 0 to n-1, and its cost.
func (t *tours) restore(r *Result, _ []byte) (any, float64, error) {
	order := make(tsp.Tour, len(r.Tour))
	for i, id := range r.Tour {
		c, ok := t.in.City(id)
		if !ok {
			return nil, 0, fmt.Errorf("%w: unknown city %d", ErrNoSolution, id)
		}
		order[i] = c
	}
	if err := t.in.Check(order); err != nil {
		return nil, 0, errors.Join(ErrNoSolution, err)
	}
	return order, t.in.Cost(order), nil
}

// restore returns the solution of a result, and its cost.
func (d *defined[S]) restore(_ *Result, data []byte) (any, float64, error) {
	a, err := d.read(data, "the result")
	return a.solution, a.cost, err
}
