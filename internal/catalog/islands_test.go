package catalog_test

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// archipelago returns the row for islands for a problem, and its parameters with the given members.
func archipelago(t *testing.T, problem, members string, own ...catalog.Row) (catalog.Row, params.Group) {
	t.Helper()
	r, err := catalog.Find(catalog.Of(problem, own...), "islands")
	if err != nil {
		t.Fatal(err)
	}
	p := r.Params(catalog.Size{N: 60, Attributes: someBits})
	if err := params.Set(p, map[string]string{"members": members, "period": "2"}); err != nil {
		t.Fatal(err)
	}
	return r, p
}

func TestMixedArchipelagosConform(t *testing.T) {
	in := generate(t, 60)
	fixed, err := in.FixEdges([][2]int32{{0, 5}, {5, 9}})
	if err != nil {
		t.Fatal(err)
	}
	members, steps := "ils,faco:2,acs-spm,ga", 5
	if testkit.Race {
		members, steps = "ils,faco:2", 3
	}
	r, p := archipelago(t, catalog.Tours, members)
	searchtest.Searcher(t, fixed, steps, begin(t, r, fixed, p, 2), begin(t, r, fixed, p, 1), begin(t, r, fixed, p, 9))
}

// fewest is a search.Problem for bits.
type fewest struct{}

func (fewest) Check(set []int8) error {
	if len(set) != someBits {
		return errors.New("another number of bits")
	}
	return nil
}
func (fewest) Cost(set []int8) float64 { return bits(set).Cost() }

func TestArchipelagosOfWalksConform(t *testing.T) {
	r, p := archipelago(t, catalog.Moves, "tabu,climb:2,vnd,ils,anneal")
	with := func(threads int) func() search.Searcher[[]int8] {
		return func() search.Searcher[[]int8] {
			o := order(nil)
			o.Threads, o.Landscape.Check = threads, fewest{}.Check
			s, err := catalog.BeginMoves(r, p[0], o)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	searchtest.Searcher(t, fewest{}, 4, with(2), with(1), with(3))
}

// No two walks of an archipelago have the same number, because each walk derives its random numbers
// from it.
func TestWalksOfIslandsHaveTheirOwnNumbers(t *testing.T) {
	r, p := archipelago(t, catalog.Moves, "tabu,climb,tabu")
	o := order(nil)
	around, seen := o.Landscape.Around, map[int]bool{}
	o.Landscape.Around = func(set []int8, walk int) ([]moves.Neighbourhood[[]int8], error) {
		if seen[walk] {
			t.Errorf("two walks have number %d", walk)
		}
		seen[walk] = true
		return around(set, walk)
	}
	s, err := catalog.BeginMoves(r, p[0], o)
	if err != nil || len(seen) != 2 {
		t.Fatalf("%v, %d walks before the preparation, expected those of one island", err, len(seen))
	}
	for done := false; !done && err == nil; {
		done, err = s.(search.Preparer).Prepare(t.Context())
	}
	if err != nil || len(seen) < 6 {
		t.Errorf("%v, %d walks", err, len(seen))
	}
}

func TestMembersThatCannotBe(t *testing.T) {
	in := generate(t, 30)
	const some = "one or more of ils, ls13, mmas, mmas20, acs, acs-alt, acs16-alt, acs-spm, acs16-spm, faco, "
	for members, why := range map[string]string{
		"exact":        `"exact" cannot be a member`,
		"greedy":       `"greedy" cannot be a member`,
		"descent":      `"descent" cannot be a member`,
		"islands":      `"islands" cannot be a member`,
		"ils,ilz":      `"ilz" cannot be a member; did you mean "ils"?`,
		"ils,fako":     `"fako" cannot be a member; did you mean "faco"?`,
		"ils,":         `"" cannot be a member`,
		"ILS":          `"ILS" cannot be a member; did you mean "ils"?`,
		"something":    `"something" cannot be a member`,
		"ils:0":        `"ils:0": expected a number of steps from 1 to 1000 after the colon`,
		"ils:1001":     `"ils:1001": expected a number of steps`,
		"faco,ils:two": `"ils:two": expected a number of steps`,
		"ils:":         `"ils:": expected a number of steps`,
	} {
		r, p := archipelago(t, catalog.Tours, members)
		s, err := r.BeginTour(in, p, prepare.Options{})
		var faulty *params.Error
		if s != nil || !errors.As(err, &faulty) || faulty.Name != "members" || !strings.HasPrefix(faulty.Expected, some) || !strings.Contains(err.Error(), ", separated by commas: "+why) {
			t.Errorf("%s: %v, want %s", members, err, why)
		}
		if strings.HasSuffix(why, "member") && !strings.HasSuffix(err.Error(), why) {
			t.Errorf("%s: %v suggests something", members, err)
		}
	}
	r, p := archipelago(t, catalog.Moves, "tabu,faco")
	if _, err := catalog.BeginMoves(r, p[0], order(nil)); err == nil || !strings.Contains(err.Error(), "one or more of tabu, climb, vnd, ils, anneal, separated by commas: ") {
		t.Error(err)
	}
	r, p = archipelago(t, catalog.Tours, "ils, faco:2")
	if _, err := r.BeginTour(in, p, prepare.Options{}); err != nil {
		t.Errorf("a space after a comma: %v", err)
	}
}

// guest is a searcher that accepts immigrants.
type guest struct{ fixed }

func (guest) Immigrate(tsp.Tour) (bool, error) { return false, nil }

// User-defined algorithms can be members. Each island has a different seed and a share of the
// threads, and all islands have the same lists and start tour.
func TestOwnAlgorithmsAreMembers(t *testing.T) {
	var jobs []prepare.Job
	own := func(name string, create func(j prepare.Job) search.Searcher[tsp.Tour]) catalog.Row {
		return catalog.Own(name, "", alongCurve, func(_ context.Context, j prepare.Job, _ params.Validator) (search.Searcher[tsp.Tour], error) {
			jobs = append(jobs, j)
			return create(j), nil
		})
	}
	open := own("open", func(j prepare.Job) search.Searcher[tsp.Tour] { return guest{fixed{j}} })
	closed := own("closed", func(j prepare.Job) search.Searcher[tsp.Tour] { return fixed{j} })
	r, p := archipelago(t, catalog.Tours, "open,open,ils", open, closed)
	in := generate(t, 60)
	if _, err := search.Run(t.Context(), in, begin(t, r, in, p, 7)(), search.AfterSteps(2)); err != nil {
		t.Fatal(err)
	}
	if len(jobs) != 2 || jobs[0].Seed == jobs[1].Seed || jobs[0].Threads != 2 || jobs[0].Lists != jobs[1].Lists || !slices.Equal(jobs[0].Start, jobs[1].Start) {
		t.Errorf("%d jobs: %+v", len(jobs), jobs)
	}
	r, p = archipelago(t, catalog.Tours, "open,closed", open, closed)
	if _, err := search.Run(t.Context(), in, begin(t, r, in, p, 7)(), search.AfterSteps(2)); err == nil || !strings.Contains(err.Error(), "island 2 (closed): its searcher does not accept immigrants") {
		t.Error(err)
	}
}

func TestArchipelagosHaveNoKernels(t *testing.T) {
	r, p := archipelago(t, catalog.Tours, "ils")
	if _, err := r.BeginTour(generate(t, 30), p, prepare.Options{Device: &disguised{}}); !errors.Is(err, device.ErrNoKernels) {
		t.Error(err)
	}
	r, p = archipelago(t, catalog.Moves, "tabu")
	if _, err := catalog.BeginMoves(r, p[0], order(&disguised{})); !errors.Is(err, device.ErrNoKernels) {
		t.Error(err)
	}
}

func TestIslandsBeyondMemoryAreRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	r, p := archipelago(t, catalog.Tours, strings.Repeat("ils,", 499)+"ils")
	_, err := r.BeginTour(generate(t, 10_000), p, prepare.Options{})
	if err == nil || !strings.Contains(err.Error(), "members=500 needs about") {
		t.Error(err)
	}
	r, p = archipelago(t, catalog.Moves, strings.Repeat("tabu,", 499)+"tabu")
	o := order(nil)
	o.Size = catalog.Size{N: 5000, Attributes: 1 << 20}
	if _, err = catalog.BeginMoves(r, p[0], o); err == nil || !strings.Contains(err.Error(), "members=500 needs about") {
		t.Error(err)
	}
}
