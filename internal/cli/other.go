package cli

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/internal/verify"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// onlyTours lists the flags that apply only to tours.
func onlyTours() []string {
	return append(job.TourFlags(), "miles", "depart", "speed", "minutes-per-stop", "road-factor", "route", "plot", "tiles", "matrix", "osrm", "osrm-profile", "save-matrix")
}

// runOther solves a problem other than tours.
func (v *solve) runOther(c *cobra.Command, p tourmaline.Problem, path string) error {
	_, vehicles := p.Instance().(*vrp.Instance)
	if err := v.checkOther(c, vehicles); err != nil {
		return err
	}
	if err := v.checkOutput(path); err != nil {
		return err
	}
	cfg, err := v.settings()
	if err != nil {
		return err
	}
	if v.init != "" && !v.hasCheckpoint() {
		if cfg.Init, err = v.startSolution(p); err != nil {
			return err
		}
	}
	if in, ok := p.Instance().(*vrp.Instance); ok {
		return v.solve(c.Context(), p, cfg, func(r *tourmaline.Result) error { return v.writePlan(in, r) })
	}
	return v.solve(c.Context(), p, cfg, v.writeOther)
}

// checkOther rejects flags that apply only to tours, and formats that do not fit the problem.
func (v *solve) checkOther(c *cobra.Command, vehicles bool) error {
	for _, name := range onlyTours() {
		if c.Flags().Changed(name) {
			return usageError("--%s applies only to tours", name)
		}
	}
	if form := v.outputForm(); form != "text" && form != "json" && (form != planForm || !vehicles) {
		return usageError("%s: expected a name that ends in .json, or --format text or json: the other formats are for tours", v.output+v.form)
	}
	return nil
}

// startSolution reads the solution in the --init file.
func (v *solve) startSolution(p tourmaline.Problem) (any, error) {
	answer, err := readAnswer(p, v.init)
	if err != nil {
		return nil, inputError(err)
	}
	v.note("starting from %s, cost %s\n", v.init, humanize.Exact(answer.Cost))
	return answer.Solution, nil
}

// readAnswer reads a solution of a problem other than tours.
func readAnswer(p tourmaline.Problem, path string) (problems.Answer, error) {
	return unpack.File(path, 0, func(r io.Reader, name string) (problems.Answer, error) {
		data, err := budget.ReadAll(r, maxSolution)
		if err != nil {
			return problems.Answer{}, fmt.Errorf("%s: %w", name, err)
		}
		return problems.ReadAnswer(p, data, name)
	})
}

// maxSolution is the maximum size in bytes of a solution file, which is read into memory as a
// whole.
const maxSolution = 1 << 28

func (v *solve) writeOther(r *tourmaline.Result) error {
	return v.writeAnswer(func(w io.Writer, form string) error {
		if form == "json" {
			return v.writeJSON(w, nil, r)
		}
		return output.WriteOtherSummary(w, r)
	})
}

// checkOther checks a solution of a problem other than tours.
func checkOther(s streams, p tourmaline.Problem, form textOrJSON, path string) error {
	answer, err := readAnswer(p, path)
	if err != nil {
		return answerError(err)
	}
	info, err := p.Info()
	if err != nil {
		return err
	}
	value := answer.Cost
	if err := answer.Check(p); err != nil {
		return &exitError{exitCheck, fmt.Errorf("%s: %w", path, err)}
	}
	j := verify.Report{Name: info.Name, N: info.N, Problem: info.Problem, Cost: value, Stated: answer.Stated}
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
	return form.write(s, j, func(s streams) error {
		_, err := fmt.Fprintf(s.out, "%s: a solution of size %d, cost %s%s%s\n", humanize.Printable(info.Name), info.N, humanize.Exact(value), j.StatedText(), output.Gap(value, j.BestKnown, j.Gap, bound))
		return err
	})
}

// answerError sets the exit code of an error of readAnswer.
func answerError(err error) error {
	if errors.Is(err, tourmaline.ErrNoSolution) {
		return &exitError{exitCheck, err}
	}
	return inputError(err)
}

// otherFacts contains the facts that info reports about a problem other than tours.
type otherFacts struct {
	tourmaline.InstanceInfo
	BestKnown *float64 `json:"best_known"`
	Proven    bool     `json:"proven"`
}

func infoOther(s streams, p tourmaline.Problem, form textOrJSON) error {
	info, err := p.Info()
	if err != nil {
		return err
	}
	f := otherFacts{InstanceInfo: info}
	if known, ok := p.BestKnown(); ok {
		f.BestKnown, f.Proven = &known.Value, known.Proven
	}
	if in, ok := p.Instance().(*vrp.Instance); ok {
		facts := output.DescribeFleet(in, info, nil)
		facts.BestKnown, facts.Proven = f.BestKnown, f.Proven
		return form.write(s, facts, func(s streams) error { return facts.Write(s.out) })
	}
	return form.write(s, f, func(s streams) error {
		w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintf(w, "name\t%s\nproblem\t%s\nsize\t%d\n", humanize.Printable(f.Name), f.Problem, f.N)
		switch {
		case f.BestKnown != nil && f.Proven:
			fmt.Fprintf(w, "optimum\t%s\n", humanize.Exact(*f.BestKnown))
		case f.BestKnown != nil:
			fmt.Fprintf(w, "best known\t%s\n", humanize.Exact(*f.BestKnown))
		}
		fmt.Fprintf(w, "hash\t%s\n", f.Hash)
		return w.Flush()
	})
}
