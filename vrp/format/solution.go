package format

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// ReadSolution reads a plan in the format of CVRPLIB: lines "Route #1: 5 3 8" with the ids of stops
// and a line "Cost 27591". The number of a route is the number of its vehicle if there are several
// types of vehicles. stated is the cost that the file states, or nil. Check the plan with
// Instance.Check.
func ReadSolution(r io.Reader, name string, in *vrp.Instance) (p vrp.Plan, stated *float64, err error) {
	s := newSolution(in)
	lines, line := budget.NewLines(r, budget.MaxLine), 0
	for err == nil && lines.Scan() {
		line++
		err = s.take(strings.TrimSpace(lines.Text()))
	}
	if err == nil {
		err = lines.Err()
	}
	if err == nil && s.routes == 0 {
		err = fmt.Errorf("expected lines \"Route #1: …\", found none")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	return s.plan, s.stated, nil
}

// newSolution returns a solution without routes.
func newSolution(in *vrp.Instance) *solution {
	s := &solution{in: in, stop: make(map[int64]int32, in.N())}
	for i, stop := range in.Stops {
		s.stop[stop.ID] = int32(i)
	}
	return s
}

type solution struct {
	in     *vrp.Instance
	stop   map[int64]int32 // by id
	plan   vrp.Plan
	stated *float64
	routes int
}

// take reads a line. It ignores lines that start with a different word, such as "Time".
func (s *solution) take(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch strings.ToLower(strings.TrimSuffix(word, ":")) {
	case "route":
		return s.route(rest)
	case "cost":
		v, err := finite(strings.TrimSpace(rest))
		s.stated = &v
		return err
	}
	return nil
}

func (s *solution) route(text string) error {
	s.routes++
	number, stops, found := strings.Cut(strings.TrimPrefix(strings.TrimSpace(text), "#"), ":")
	k, err := strconv.Atoi(number)
	if !found || err != nil || k < 1 {
		return fmt.Errorf("found %.40q, expected a route such as \"Route #1: 5 3 8\"", text)
	}
	words := strings.Fields(stops)
	if len(words) == 0 {
		return nil
	}
	s.plan = append(s.plan, -1-typeOf(s.in.Fleet, k))
	for _, word := range words {
		id, err := strconv.ParseInt(word, 10, 64)
		stop, known := s.stop[id]
		if err != nil || !known {
			return fmt.Errorf("found the stop %.40q, which is not in the instance", word)
		}
		s.plan = append(s.plan, stop)
	}
	return nil
}

// typeOf returns the type of vehicle number k, counted from 1 over all types.
func typeOf(fleet []vrp.Type, k int) int32 {
	for t := range fleet {
		if k -= int(fleet[t].Count); k <= 0 {
			return int32(t)
		}
	}
	return int32(len(fleet) - 1)
}

// firstOf returns the number of the first vehicle of a type; see typeOf.
func firstOf(fleet []vrp.Type, kind int32) int {
	number := 1
	for _, t := range fleet[:kind] {
		number += int(t.Count)
	}
	return number
}

// WriteSolution writes a plan in the format of ReadSolution. If there are several types of
// vehicles, it also writes the unused vehicles before the last used one, as empty routes.
func WriteSolution(w io.Writer, in *vrp.Instance, p vrp.Plan) error {
	out := bufio.NewWriter(w)
	kind, number := int32(0), 1
	for t, stops := range p.Canonical().Routes() {
		for ; kind < t; kind++ {
			for end := firstOf(in.Fleet, kind+1); number < end; number++ {
				fmt.Fprintf(out, "Route #%d:\n", number)
			}
		}
		fmt.Fprintf(out, "Route #%d:", number)
		for _, s := range stops {
			fmt.Fprintf(out, " %d", in.Stops[s].ID)
		}
		fmt.Fprintln(out)
		number++
	}
	fmt.Fprintf(out, "Cost %s\n", strconv.FormatFloat(in.Cost(p), 'f', -1, 64))
	return out.Flush()
}
