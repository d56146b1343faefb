package main

import "strconv"

// mistakes runs commands with mistakes in their arguments, which have their own exit codes.
func mistakes(a *attempt) {
	file := a.write("x.tsp", a.tsplib(a.instance(a.size(50))))
	missing := "missing." + choose(a, "tsp", "csv", "json", "drl", "col")
	wrong := choose(a,
		[]string{"solve", file, "-t", choose(a, "-1s", "abc", "", "1x", "99999999h")},
		[]string{"solve", file, "-a", choose(a, "unknown", "ILS", "ils ")},
		[]string{"solve", file, "--max-steps", choose(a, "-1", "1.5", "x", "99999999999999999999")},
		[]string{"solve", file, "--seed", choose(a, "-1", "x", "18446744073709551616")},
		[]string{"solve", file, "-p", choose(a, "kicks", "=", "kicks=", "unknown=1", "kicks=1=2")},
		[]string{"solve", file, "--start", choose(a, "0", "999999", "-1", "nowhere")},
		[]string{"solve", file, "--metric", choose(a, "euc", "GEO2")},
		[]string{"solve", file, "--format", choose(a, "xml", "JSON2")},
		[]string{"solve", file, "-j", choose(a, "-1", "x", "1e9")},
		[]string{"solve", file, "--" + choose(a, "unknown", "time", "engin", "n")},
		[]string{"solve", file, "--engine", choose(a, "gpu", "", "cuda")},
		[]string{"solve", file, "--target", choose(a, "x", "1e999", "")},
		[]string{"generate", choose(a, "uniform", "grid", "unknown"), choose(a, "-1", "0", "x", "99999999999999999999")},
		[]string{"generate", "perceptron", "--rows", choose(a, "0", "-1", "x"), "--cols", strconv.Itoa(a.IntN(5))},
		[]string{"solve", "--problem", "rastrigin", "--dim", choose(a, "0", "-1", "x", "999999999999")},
		[]string{choose(a, "slove", "Solve", "--solve", "check", "convert", "plot")},
	)
	a.mistaken(wrong, 2)
	a.mistaken(choose(a,
		[]string{"solve", missing}, []string{"check", file, missing}, []string{"info", missing}, []string{"convert", missing, "y.csv"},
		[]string{"solve", file, "--init", missing}, []string{"solve", "."}, []string{"bench", "missing.json"}, []string{"compare", "missing.ndjson"},
	), 3)
	a.mistaken([]string{"solve", file, "-t", "50ms", "-q", "-o", "no/such/folder/out.tour"}, 2, 5)
}

// mistaken runs a command that must be refused.
func (a *attempt) mistaken(args []string, codes ...int) {
	if o := a.do(args...); !a.refused(o, codes...) {
		a.found("accepted: %s", o)
	}
}
