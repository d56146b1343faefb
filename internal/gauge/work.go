package gauge

import (
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// work is a search whose steps are measured.
type work struct {
	name      string // of the algorithm, with what distinguishes it from others
	instance  instance
	algorithm string
	params    map[string]string
	steps     int
	turns     int    // number of turns in a step, if a turn is measured; otherwise 0
	phase     string // phase of the result that is measured; "" means the whole step
	paper     *Paper // nil for a family of kernels
}

// An instance is a generated instance.
type instance struct {
	name string
	make func() (tourmaline.Problem, error)
}

// A Paper is a time that a paper states.
type Paper struct {
	Cites        string  `json:"cites"` // key in docs/papers.md
	Item         string  `json:"item"`
	Card         string  `json:"card"`
	Milliseconds float64 `json:"ms"`
}

// familySteps is the number of steps of the searches for families.
const familySteps = 6

// families returns a search for every family of kernels, on small instances.
func families() []work {
	tour, office := generated("uniform:198"), assignment(30)
	all := []work{
		{name: "mmas20", instance: tour},
		{name: "mmas20, 2-opt", instance: tour, algorithm: "mmas20", params: map[string]string{"localsearch": "2opt"}},
		{name: "acs", instance: tour},
		{name: "acs-alt", instance: tour},
		{name: "acs16-spm", instance: tour},
		{name: "ls13", instance: tour},
		{name: "ga16", instance: tour},
		{name: "tabu, tour", instance: tour},
		{name: "tabu, assignment", instance: office},
		{name: "tabu, perceptron", instance: generated("perceptron:73x73")},
		{name: "tabu, cut", instance: cut(100)},
		{name: "tabu, colouring", instance: colours(100)},
		{name: "tabu, function", instance: generated("rastrigin:10")},
	}
	for i := range all {
		w := &all[i]
		w.steps = familySteps
		if w.algorithm == "" {
			w.algorithm = first(w.name)
		}
	}
	return all
}

// headlines returns the work for which the papers state a time, on generated instances of the same
// size.
func headlines() []work {
	bitmask := map[string]string{"selection": "wrs", "tabu": "bt"}
	turns := func(n int) map[string]string { return map[string]string{"walks": "1", "turns": strconv.Itoa(n)} }
	const many = 1000
	return []work{
		{"construction, MMAS-WRS-BT", generated("uniform:198"), "mmas20", bitmask, 10, 0, "construct", &Paper{"MMAS20", "Table 6, d198", "V100", 0.19}},
		{"construction, MMAS-WRS-BT", generated("uniform:1002"), "mmas20", bitmask, 5, 0, "construct", &Paper{"MMAS20", "Table 6, pr1002", "V100", 0.93}},
		{"turn, exchanges", assignment(100), "tabu", turns(many), 3, many, "", &Paper{"LSM13", "Table 2, tai100a", "M2050", 0.26}},
		{"turn, one sign", generated("perceptron:201x217"), "tabu", turns(many), 3, many, "", &Paper{"LSM13", "Table 3, 201 × 217", "M2050", 0.46}},
		{"generation, 128 genes", generated("uniform:2071"), "ga16", map[string]string{"genes": "128", "groups": "1"}, 4, 0, "", &Paper{"GA16", "Table 5, 2,071 cities", "GTX 980", 26.12}},
		{"construction, ACS-GPU-Alt", generated("uniform:1002"), "acs", map[string]string{"updates": "relaxed"}, 3, 0, "construct", &Paper{"ACS16", "Table 3, pr1002", "GTX 680", 26.39}},
		{"construction, ACS-GPU", generated("uniform:1002"), "acs", nil, 3, 0, "construct", &Paper{"ACS16", "Table 3, pr1002", "GTX 680", 80.56}},
		{"construction, MMAS-WRS-BT", generated("uniform:2392"), "mmas20", bitmask, 3, 0, "construct", &Paper{"MMAS20", "Table 6, pr2392", "V100", 3.26}},
		{"generation, 2,048 genes", generated("uniform:2071"), "ga16", map[string]string{"genes": "2048", "groups": "1"}, 3, 0, "", &Paper{"GA16", "Table 5, 2,071 cities", "GTX 980", 63.25}},
		{"pass of 3-opt", generated("uniform:85900"), "ls13", map[string]string{"pairs": "all"}, 4, 0, "sweep", &Paper{"LS13", "Table 2, pla85900", "GTX 470", 9.1}},
	}
}

// generated returns an instance that problems.ParseName describes.
func generated(name string) instance {
	return instance{name, func() (tourmaline.Problem, error) {
		n, err := problems.ParseName(name)
		if err != nil {
			return tourmaline.Problem{}, err
		}
		return n.Problem()
	}}
}

// assignment returns a random assignment of n places.
func assignment(n int) instance {
	return instance{"assignment:" + strconv.Itoa(n), func() (tourmaline.Problem, error) {
		random := rng.At(1, 0, 0)
		a, b := make([]int64, n*n), make([]int64, n*n)
		for i := range a {
			a[i], b[i] = int64(random.IntN(100)), int64(random.IntN(100))
		}
		in, err := qap.New("uniform-"+strconv.Itoa(n), n, a, b)
		if err != nil {
			return tourmaline.Problem{}, err
		}
		return tourmaline.Assignments(in), nil
	}}
}

// cut returns a cut of a random graph with n vertices.
func cut(n int) instance {
	return instance{"cut:" + strconv.Itoa(n), func() (tourmaline.Problem, error) {
		random := rng.At(2, 0, 0)
		var edges []maxcut.Edge
		for i := range 5 * n {
			from := int32(i % n)
			to := (from + 1 + random.IntN(int32(n)-1)) % int32(n)
			edges = append(edges, maxcut.Edge{From: from, To: to, Weight: int64(1 + random.IntN(9))})
		}
		in, err := maxcut.New("random-"+strconv.Itoa(n), n, edges)
		if err != nil {
			return tourmaline.Problem{}, err
		}
		return tourmaline.Cut(in), nil
	}}
}

// colours returns a colouring of a random graph with n vertices.
func colours(n int) instance {
	return instance{"colouring:" + strconv.Itoa(n), func() (tourmaline.Problem, error) {
		in, err := colouring.Generate(n, 10*n, 5, 1)
		if err != nil {
			return tourmaline.Problem{}, err
		}
		return tourmaline.Colouring(in), nil
	}}
}

// first returns the part of a name before the comma.
func first(name string) string {
	name, _, _ = strings.Cut(name, ",")
	return name
}
