package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// A report contains the results for a package.
type report struct {
	name  string
	tried []tried
}

func (r *report) count(o outcome) int {
	n := 0
	for _, t := range r.tried {
		if t.outcome == o {
			n++
		}
	}
	return n
}

// score returns the share of killed mutants in percent, or "-" if there were no mutants.
func score(killed, survived int) string {
	if killed+survived == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(killed)/float64(killed+survived))
}

// survivors writes the surviving mutants, sorted by file, or all mutants if everything is set.
func (r *report) survivors(w io.Writer, everything bool) {
	sorted := slices.SortedFunc(slices.Values(r.tried), func(a, b tried) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.from, b.from), cmp.Compare(a.what, b.what))
	})
	for _, t := range sorted {
		switch {
		case t.outcome == survived && !everything:
			_, _ = fmt.Fprintln(w, &t.mutant)
		case everything:
			_, _ = fmt.Fprintf(w, "%-9v %v  [%s]\n", t.outcome, &t.mutant, oneLine(t.by))
		}
	}
}

// table writes a row for each package and a total.
func table(w io.Writer, reports []report) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(t, "mutants\tkilled\thung\tsurvived\tdiscarded\tscore\t  package")
	all := report{name: "all"}
	for _, r := range reports {
		all.tried = append(all.tried, r.tried...)
	}
	for _, r := range append(reports, all) {
		k, h, s, d := r.count(killed), r.count(hung), r.count(survived), r.count(discarded)
		_, _ = fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%s\t  %s\n", k+h+s, k, h, s, d, score(k+h, s), r.name)
	}
	return t.Flush()
}
