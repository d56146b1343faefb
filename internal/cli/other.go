package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// onlyTours are the flags that mean nothing to other problems.
var onlyTours = []string{"start", "end", "open", "metric", "input-format", "plot"}

// runOther solves a problem other than a tour.
func (v *solve) runOther(c *cobra.Command, p tourmaline.Problem, path string) error {
	for _, name := range onlyTours {
		if c.Flags().Changed(name) {
			return usageError("--%s is for tours only", name)
		}
	}
	if form := v.outputForm(); form != "text" && form != "json" {
		return usageError("%s: expected a name that ends in .json, or --format text or json: this is no tour", v.output+v.form)
	}
	if err := v.checkOutput(path); err != nil {
		return err
	}
	cfg, err := v.settings()
	if err != nil {
		return err
	}
	if v.init != "" && !v.saved() {
		if cfg.Init, err = v.startSolution(p); err != nil {
			return err
		}
	}
	return v.solve(c.Context(), p, cfg, v.writeOther)
}

// startSolution is the solution of --init.
func (v *solve) startSolution(p tourmaline.Problem) (any, error) {
	data, err := budget.ReadFile(v.init, int64(v.maxInput))
	if err != nil {
		return nil, inputError(err)
	}
	solution, value, err := p.Read(data, v.init)
	if err != nil {
		return nil, inputError(err)
	}
	v.note("starting from %s, cost %s\n", v.init, amount(value))
	return solution, nil
}

func (v *solve) writeOther(r *tourmaline.Result) error {
	to, write := v.output, func(w io.Writer) error { return writeOtherText(w, r) }
	if v.outputForm() == "json" {
		write = func(w io.Writer) error { return writeJSON(w, r) }
	}
	if to == "" {
		to = "-"
	}
	if err := v.create(to, write); err != nil {
		return err
	}
	if v.outputForm() == "text" || v.quiet {
		return nil
	}
	if to == "-" {
		return writeOtherText(v.err, r)
	}
	return writeOtherText(v.out, r)
}

// writeOtherText is the summary for people, with the solution where it is short.
func writeOtherText(w io.Writer, r *tourmaline.Result) error {
	_, err := fmt.Fprintf(w, "%s: %s of size %d, cost %s%s\n%s%s, seed %d, %s, %s in %.2f s: %s\n",
		r.Instance.Name, r.Instance.Problem, r.Instance.N, amount(r.Cost), beside(r.Cost, r.BestKnown, r.GapPercent, r.LowerBound), shortly(r.Solution),
		r.Algorithm, r.Seed, host(r), count(r.Steps, "step"), r.Seconds, endings[r.Termination])
	return err
}

// amount writes a cost: whole numbers in full, others with the digits they have.
func amount(v float64) string {
	if v == float64(int64(v)) {
		return cost(v)
	}
	return fmt.Sprintf("%.9g", v)
}

// beside sets a cost beside the best known one.
func beside(value float64, known, gap, bound *float64) string {
	switch {
	case known == nil:
		return ""
	case value == *known && bound != nil:
		return ", the optimum"
	case value == *known:
		return ", the best known"
	case gap == nil:
		return fmt.Sprintf(", the minimum is %s", amount(*known))
	}
	return fmt.Sprintf(", %.3f %% over the best known %s", *gap, amount(*known))
}

// shortly is a line with the solution, if it is one that can be read.
func shortly(solution any) string {
	const most = 200
	text := strings.Trim(fmt.Sprint(solution), "[]")
	if len(text) > most {
		return ""
	}
	return text + "\n"
}

// checkOther checks a solution of a problem other than a tour.
func checkOther(s streams, p tourmaline.Problem, form report, path string) error {
	data, err := budget.ReadFile(path, 0)
	if err != nil {
		return inputError(err)
	}
	_, value, err := p.Read(data, path)
	if errors.Is(err, tourmaline.ErrNoSolution) {
		return &exitError{exitCheck, err}
	}
	if err != nil {
		return inputError(err)
	}
	info, err := p.Info()
	if err != nil {
		return err
	}
	if c := readClaim(path); !c.isTrue(value) {
		return &exitError{exitCheck, fmt.Errorf("%s claims a cost of %s, its solution costs %s", path, amount(c.Cost), amount(value))}
	}
	j := judgement{Name: info.Name, N: info.N, Cost: value}
	var bound *float64
	if known, ok := p.BestKnown(); ok {
		j.BestKnown = &known.Value
		if gap, ok := known.Gap(value); ok {
			j.Gap = &gap
		}
		if known.Proven {
			bound = &known.Value
		}
	}
	return form.write(s, j, func() error {
		_, err := fmt.Fprintf(s.out, "%s: a solution of size %d, cost %s%s\n", info.Name, info.N, amount(value), beside(value, j.BestKnown, j.Gap, bound))
		return err
	})
}

// otherFacts are what info tells of a problem other than a tour.
type otherFacts struct {
	tourmaline.InstanceInfo
	BestKnown *float64 `json:"best_known"`
	Proven    bool     `json:"proven"`
}

func infoOther(s streams, p tourmaline.Problem, form report) error {
	info, err := p.Info()
	if err != nil {
		return err
	}
	f := otherFacts{InstanceInfo: info}
	if known, ok := p.BestKnown(); ok {
		f.BestKnown, f.Proven = &known.Value, known.Proven
	}
	return form.write(s, f, func() error {
		w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintf(w, "name\t%s\nproblem\t%s\nsize\t%d\n", f.Name, f.Problem, f.N)
		switch {
		case f.BestKnown != nil && f.Proven:
			fmt.Fprintf(w, "optimum\t%s\n", amount(*f.BestKnown))
		case f.BestKnown != nil:
			fmt.Fprintf(w, "best known\t%s\n", amount(*f.BestKnown))
		}
		fmt.Fprintf(w, "hash\t%s\n", f.Hash)
		return w.Flush()
	})
}
