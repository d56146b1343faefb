package fleet

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/daytime"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// Check returns an error that names the vehicle if a plan breaks a limit.
func (j *Job) Check(p vrp.Plan) error {
	used := make([]int, len(j.Problem.Fleet))
	for kind, stops := range p.Routes() {
		used[kind]++
		var f vrp.Fault
		if err := j.Problem.Check(append(vrp.Plan{-1 - kind}, stops...)); errors.As(err, &f) {
			return fmt.Errorf("%w: %s: %s", ErrPlan, j.vehicle(kind, used[kind]), j.fault(f))
		}
	}
	if err := j.Problem.Check(p); err != nil {
		return fmt.Errorf("%w: %w", ErrPlan, err)
	}
	return nil
}

// Check compares the legs, totals, times and loads that the table states with those of the plan,
// which own contains as package tsp/format writes it. checked reports whether the table states any.
func (t PlanTable) Check(own [][]string) (checked bool, err error) {
	titles, rows := own[0], own[1:]
	for _, route := range t.Routes {
		if len(rows) < len(route) || len(rows) > len(route) && cell(rows[len(route)], 0) == cell(rows[0], 0) {
			return checked, nil // the table omits places that are no stops
		}
		for k, row := range route {
			some, err := t.checkRow(row, k, titles, rows[k])
			if checked = checked || some; err != nil {
				return checked, err
			}
		}
		rows = rows[len(route):]
	}
	return checked, nil
}

// checkRow compares what row k of a route states with its own row.
func (t PlanTable) checkRow(row []string, k int, titles, own []string) (checked bool, err error) {
	for c := slices.Index(titles, "leg"); c >= 0 && c < len(titles); c++ {
		column := lastTitled(t.Titles, titles[c])
		if column < 0 || titles[c] == "reason" {
			continue
		}
		checked = true
		if stated, is := cell(row, column), cell(own, c); !agree(stated, is) {
			return true, fmt.Errorf("%w: %s, position %d: states %s %q, but it is %s; delete such columns if the plan was edited", ErrPlan, cell(own, 0), k+1, titles[c], stated, is)
		}
	}
	return checked, nil
}

// lastTitled returns the last column with a title, or -1.
func lastTitled(titles []string, title string) int {
	for k, s := range slices.Backward(titles) {
		if strings.EqualFold(strings.TrimSpace(s), title) {
			return k
		}
	}
	return -1
}

// agree reports whether a text states a value: the same number up to its last decimal, or the same
// time of day.
func agree(stated, is string) bool {
	if stated == is {
		return true
	}
	a, fault := number(stated)
	b, err := number(is)
	if fault == nil && err == nil {
		_, decimals, _ := strings.Cut(strings.Replace(stated, ",", ".", 1), ".")
		return math.Abs(a-b) <= 0.5000001*math.Pow(10, -float64(len(decimals)))
	}
	at, fault := daytime.Parse(stated)
	to, err := daytime.Parse(is)
	return fault == nil && err == nil && at == to
}
