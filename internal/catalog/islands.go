package catalog

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/islands"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/suggest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
)

// ArchipelagoParams lists the algorithms of the islands. They use their default parameters.
type ArchipelagoParams struct {
	Members string `json:"members" text:"names of algorithms, separated by commas" usage:"algorithms of the islands, separated by commas; ils:8 makes 8 steps for each step of the others"`
	islands.Params
}

// Validate reports every fault except unknown members, which depend on the problem.
func (p ArchipelagoParams) Validate() error { return params.Validate(p) }

// archipelago returns the row of the islands algorithm for a problem. Its members come from rows.
func archipelago(problem string, rows []Row) Row {
	r := Row{
		Problem: problem, Name: "islands", Engines: cpuOnly,
		Summary: "several searches in parallel, with the same or different algorithms, that exchange their best solutions",
		members: slices.DeleteFunc(slices.Clone(rows), Row.alone),
	}
	if problem == Moves {
		r.Params = func(Size) params.Group { return params.Group{archipelagoOf("tabu,tabu,ils,ils")} }
		return r
	}
	r.Params = func(s Size) params.Group {
		p := prepare.Defaults("greedy", s.N)
		return params.Group{&p, archipelagoOf("ils,ils,ils,ils")}
	}
	r.algorithm = func(ctx context.Context, j prepare.Job, p params.Validator) (tourSearch, error) {
		return searcher(buildTours(ctx, r.members, p.(*ArchipelagoParams), j))
	}
	return r
}

func archipelagoOf(members string) *ArchipelagoParams {
	return &ArchipelagoParams{members, islands.Defaults()}
}

// alone reports whether an algorithm cannot use tours from other islands, because it creates one
// tour and finishes.
func (r Row) alone() bool {
	return r.Problem == Tours && r.algorithm == nil || r.Most > 0 || r.once
}

// mostSteps is the maximum number of steps that a member makes in one step of the archipelago.
const mostSteps = 1000

// An entry is an algorithm for an island.
type entry struct {
	row   Row
	steps int // number of steps in a step of the archipelago
}

// roster parses a list of members, for example ils:8,faco.
func roster(members string, among []Row) ([]entry, error) {
	var all []entry
	for text := range strings.SplitSeq(members, ",") {
		name, number, several := strings.Cut(strings.TrimSpace(text), ":")
		steps := 1
		if several {
			var err error
			if steps, err = strconv.Atoi(number); err != nil || steps < 1 || steps > mostSteps {
				return nil, unfit(members, among, fmt.Sprintf("%q: expected a number of steps from 1 to %d after the colon", text, mostSteps))
			}
		}
		i := slices.IndexFunc(among, func(r Row) bool { return r.Name == name })
		if i < 0 {
			return nil, unfit(members, among, unknown(name, among))
		}
		all = append(all, entry{among[i], steps})
	}
	return all, nil
}

// unfit returns the error for an invalid list of members.
func unfit(members string, among []Row, why string) error {
	return &params.Error{
		Name: "members", Value: strconv.Quote(members),
		Expected: fmt.Sprintf("one or more of %s, separated by commas: %s", strings.Join(Names(among), ", "), why),
	}
}

// unknown returns a message about an unknown name, with the most similar known name.
func unknown(name string, among []Row) string {
	text := fmt.Sprintf("%q cannot be a member", name)
	if like, ok := suggest.Nearest(name, Names(among)); ok {
		text += fmt.Sprintf("; did you mean %q?", like)
	}
	return text
}
