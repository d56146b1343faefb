package output

import (
	"io"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

// offer returns an algorithm with one parameter.
func offer(problem, name string, isDefault bool) problems.Offer {
	return problems.Offer{Problem: problem, Typical: "n = 100", AlgorithmInfo: tourmaline.AlgorithmInfo{
		Name: name, Summary: "summary of " + name, Default: isDefault,
		Params: []tourmaline.ParamInfo{{Name: "p", Default: 3, Usage: "a parameter"}},
	}}
}

// written returns what write writes, with single spaces.
func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n")
}

var someOffers = []problems.Offer{
	offer(problems.Tours, "ils", false), offer(problems.Tours, "acs", false),
	offer("assignment", "tabu", true), offer("assignment", "anneal", false),
	offer("perceptron", "tabu", true), offer("maxcut", "climb", true),
}

const otherDefaults = "tabu for assignment, perceptron; climb for maxcut"

// The algorithms that other problems share are listed once.
func TestAlgorithmsAreListed(t *testing.T) {
	got := written(t, func(w io.Writer) error { return WriteAlgorithms(w, someOffers) })
	want := "auto " + catalog.AutoTourRule() + " (default)\nils summary of ils\nacs summary of acs\n\n" +
		"for " + others() + "\nauto " + otherDefaults + " (default)\ntabu summary of tabu\nanneal summary of anneal"
	if got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
	got = written(t, func(w io.Writer) error { return WriteAlgorithms(w, someOffers[2:4]) })
	if want := "for " + others() + "\nauto tabu for assignment (default)\ntabu summary of tabu\nanneal summary of anneal"; got != want {
		t.Errorf("without tours:\n%s\nexpected\n%s", got, want)
	}
	got = written(t, func(w io.Writer) error {
		return WriteAlgorithms(w, append([]problems.Offer{offer(problems.Vehicles, "ils", true)}, someOffers[2:]...))
	})
	if want := "for plans for several vehicles\nauto ils for vehicles (default)\nils summary of ils\n\nfor " + others() + "\nauto " + otherDefaults + " (default)\ntabu"; !strings.HasPrefix(got, want) {
		t.Errorf("with vehicles:\n%s\nexpected\n%s", got, want)
	}
	if names := others(); strings.Contains(names, problems.Tours) || !strings.Contains(names, "assignments") {
		t.Errorf("other problems are %s", names)
	}
}

func TestAuto(t *testing.T) {
	got := written(t, func(w io.Writer) error { return WriteAuto(w, someOffers) })
	for _, want := range []string{"\n\ntours " + catalog.AutoTourRule() + "\nothers " + otherDefaults + "\n\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks\n%s", got, want)
		}
	}
	if got := written(t, func(w io.Writer) error { return WriteAuto(w, someOffers[:2]) }); strings.Contains(got, "\nothers") {
		t.Errorf("only tours:\n%s", got)
	}
	if got := written(t, func(w io.Writer) error { return WriteAuto(w, someOffers[2:]) }); strings.Contains(got, "\ntours") {
		t.Errorf("without tours:\n%s", got)
	}
	for o, want := range map[*problems.Offer]bool{&someOffers[0]: true, &someOffers[1]: false, &someOffers[2]: true, &someOffers[3]: false} {
		if AutoMayPick(*o) != want {
			t.Errorf("auto may pick %s for %s: %v", o.Name, o.Problem, !want)
		}
	}
}

func TestParameters(t *testing.T) {
	table := func(name, problem string) string {
		return name + " summary of " + name + "\n\nparameter default for " + problem + ", n = 100\n-p p=… 3 a parameter\n"
	}
	rows := []problems.Offer{someOffers[0], someOffers[2], someOffers[4]}
	got := written(t, func(w io.Writer) error { return WriteParams(w, rows, true) })
	want := table("ils", "tsp") + "\n" + table("tabu", "assignment") + "\nAlso available for assignment, perceptron; --problem shows the defaults for a problem."
	if got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
	got = written(t, func(w io.Writer) error { return WriteParams(w, rows[1:], false) })
	if want := table("tabu", "assignment") + "\n" + table("tabu", "perceptron"); got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
}
