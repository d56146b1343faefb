package output

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

// AutoMayPick reports whether auto picks the algorithm for at least some instances and limits.
func AutoMayPick(o problems.Offer) bool {
	return o.Default || o.Problem == problems.Tours && slices.Contains(catalog.AutoTours(), o.Name)
}

// shared reports whether a problem has the same algorithms as others: local search over its moves.
func shared(problem string) bool { return problem != problems.Tours && problem != problems.Vehicles }

// WriteAlgorithms lists the algorithms for tours and those for vehicles, followed by a single list
// of the algorithms that all other problems share.
func WriteAlgorithms(out io.Writer, rows []problems.Offer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	last := ""
	for _, o := range rows {
		if o.Problem != last && last != "" && shared(last) {
			break
		}
		if o.Problem != last && last != "" {
			fmt.Fprintf(w, "\n")
		}
		if o.Problem != last {
			fmt.Fprintf(w, "%s", heading(o.Problem, rows))
		}
		last = o.Problem
		fmt.Fprintf(w, "%s\t%s\n", o.Name, o.Summary)
	}
	return w.Flush()
}

func heading(problem string, rows []problems.Offer) string {
	if problem == problems.Tours {
		return "auto\t" + catalog.AutoTourRule() + " (default)\n"
	}
	names := others()
	if row, ok := problems.Find(problem); ok && !shared(problem) {
		names = row.Plural
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(o problems.Offer) bool {
		return o.Problem != problem && !(shared(o.Problem) && shared(problem))
	})
	return "for " + names + "\nauto\t" + autoOthers(rows) + " (default)\n"
}

// others returns a list of the problems that share algorithms.
func others() string {
	var names []string
	for _, r := range problems.All() {
		if shared(r.Name) {
			names = append(names, r.Plural)
		}
	}
	return humanize.List(names)
}

// autoOthers describes the algorithms that auto picks for problems other than tours.
func autoOthers(rows []problems.Offer) string {
	var names []string
	of := map[string][]string{}
	for _, o := range rows {
		if !o.Default || o.Problem == problems.Tours {
			continue
		}
		if of[o.Name] == nil {
			names = append(names, o.Name)
		}
		of[o.Name] = append(of[o.Name], o.Problem)
	}
	parts := list.Map(names, func(name string) string {
		return name + " for " + strings.Join(of[name], ", ")
	})
	return strings.Join(parts, "; ")
}

// WriteAuto describes how auto picks an algorithm.
func WriteAuto(out io.Writer, rows []problems.Offer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "auto\tthe default: picks an algorithm by problem, size, limits and threads, and gives the reason in the result\n\n")
	if slices.ContainsFunc(rows, func(o problems.Offer) bool { return o.Problem == problems.Tours }) {
		fmt.Fprintf(w, "tours\t%s\n", catalog.AutoTourRule())
	}
	if others := autoOthers(rows); others != "" {
		fmt.Fprintf(w, "others\t%s\n", others)
	}
	fmt.Fprintf(w, "\n'tourmaline algorithms NAME' lists the parameters of an algorithm.\n")
	return w.Flush()
}

// WriteParams writes the parameters of algorithms. If brief is set, it writes the parameters for
// problems that share algorithms only once.
func WriteParams(out io.Writer, rows []problems.Offer, brief bool) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	var others []string
	for _, o := range rows {
		other := brief && shared(o.Problem)
		if !other || len(others) == 0 {
			writeParams(w, o)
		}
		if other {
			others = append(others, o.Problem)
		}
	}
	if err := w.Flush(); err != nil || len(others) == 0 {
		return err
	}
	_, err := fmt.Fprintf(out, "Also available for %s; --problem shows the defaults for a problem.\n", strings.Join(others, ", "))
	return err
}

func writeParams(w *tabwriter.Writer, o problems.Offer) {
	fmt.Fprintf(w, "%s\t%s\n\nparameter\tdefault for %s, %s\t\n", o.Name, o.Summary, o.Problem, o.Typical)
	for _, p := range o.Params {
		fmt.Fprintf(w, "-p %s=…\t%v\t%s\n", p.Name, p.Default, p.Usage)
	}
	fmt.Fprintf(w, "\n")
}
