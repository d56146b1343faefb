//go:build !race

package server_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// Every tour algorithm starts from the solution of an earlier job, returns nothing worse, and
// returns the same tour again.
func TestEveryAlgorithmStartsFromAnEarlierJob(t *testing.T) {
	s := start(t, 2, server.Options{})
	file := scattered(250)
	first := s.solveFrom(t, "a.csv", file, `{"algorithm":"ils","max_steps":100,"seed":5}`, `{}`)
	best := s.resultOf(t, first.ID)
	from := fmt.Sprintf(`{"job":%q}`, first.ID)
	in, err := job.Spec{File: "a.csv"}.Open([]byte(file), job.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := in.Problem.Algorithms()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if a.Name == "exact" { // only for tiny instances
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			settings := fmt.Sprintf(`{"algorithm":%q,"max_steps":1,"seed":9}`, a.Name)
			cold := s.solveFrom(t, "a.csv", file, settings, `{}`)
			warm := s.solveFrom(t, "a.csv", file, settings, from)
			again := s.solveFrom(t, "a.csv", file, settings, from)
			if warm.State != cluster.Done || warm.Digest.Cost > best.Cost {
				t.Fatalf("%s with cost %v, but the start costs %v: %+v", warm.State, warm.Digest, best.Cost, warm.Faults)
			}
			if cold.Digest.Cost <= best.Cost {
				t.Errorf("the search without a start found %v, so the test proves nothing", cold.Digest.Cost)
			}
			if a, b := s.resultOf(t, warm.ID), s.resultOf(t, again.ID); !slices.Equal(a.Tour, b.Tour) {
				t.Error("the same start and seed gave two tours")
			}
			if warm.Spec.StartFrom.Job != first.ID {
				t.Errorf("the job states %+v", warm.Spec.StartFrom)
			}
		})
	}
}

// Other problems start from an earlier job, too.
func TestOtherProblemsStartFromAnEarlierJob(t *testing.T) {
	s := start(t, 1, server.Options{})
	var file strings.Builder
	fmt.Fprintln(&file, "60 200")
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		a := random.IntN(60)
		fmt.Fprintln(&file, a+1, (a+1+random.IntN(59))%60+1, 1+random.IntN(9))
	}
	first := s.solveFrom(t, "g.mc", file.String(), `{"algorithm":"tabu","max_steps":2000}`, `{}`)
	warm := s.solveFrom(t, "g.mc", file.String(), `{"algorithm":"climb","max_steps":1,"seed":3}`, fmt.Sprintf(`{"job":%q}`, first.ID))
	if first.State != cluster.Done || warm.State != cluster.Done || warm.Digest.Cost > first.Digest.Cost {
		t.Errorf("%s %+v %+v, then %s %+v %+v", first.State, first.Digest, first.Faults, warm.State, warm.Digest, warm.Faults)
	}
}
