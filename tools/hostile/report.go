package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"
)

// A tally counts what cases did.
type tally struct {
	cases    int
	commands int
	solved   int // results that the referee accepted
	refused  int // commands that were refused with a message
	wrong    int
	worst    worst
}

// A worst is the largest of some figures.
type worst struct {
	overrun time.Duration // of a time limit
	memory  int64         // for a damaged file
}

func (w *worst) add(other worst) {
	w.overrun, w.memory = max(w.overrun, other.overrun), max(w.memory, other.memory)
}

func (t *tally) add(other tally) {
	t.cases += other.cases
	t.commands += other.commands
	t.solved += other.solved
	t.refused += other.refused
	t.wrong += other.wrong
	t.worst.add(other.worst)
}

// add adds a case that has ended.
func (c *campaign) add(number uint64, kind string, a *attempt) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tallies[kind] == nil {
		c.tallies[kind] = &tally{}
	}
	a.tally.cases, a.tally.wrong = 1, len(a.wrong)
	c.tallies[kind].add(a.tally)
	for _, what := range a.wrong {
		c.findings = append(c.findings, finding{number, kind, what, a.folder})
	}
}

// report writes what was tried and what was found.
func (c *campaign) report(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(table, "kind\tcases\tcommands\taccepted results\trefusals\tfindings\t")
	var all tally
	for _, name := range slices.Sorted(maps.Keys(c.tallies)) {
		t := *c.tallies[name]
		all.add(t)
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t\n", name, t.cases, t.commands, t.solved, t.refused, t.wrong)
	}
	fmt.Fprintf(table, "all\t%d\t%d\t%d\t%d\t%d\t\n", all.cases, all.commands, all.solved, all.refused, all.wrong)
	_ = table.Flush()
	_, _ = fmt.Fprintf(w, "seed %d, %.1f minutes; largest overrun of a time limit %.2f s; most memory for a damaged file %d MB\n",
		c.seed, time.Since(c.began).Minutes(), all.worst.overrun.Seconds(), all.worst.memory>>20)
	flags := fmt.Sprintf("-seed %d", c.seed)
	if c.devices {
		flags += " -devices"
	}
	if kinds := c.options.kinds.String(); kinds != "" {
		flags += " -kinds '" + kinds + "'"
	}
	for _, f := range c.findings {
		_, _ = fmt.Fprintf(w, "\nFINDING in case %d (%s): %s\n  files: %s\n  again: hostile %s -only %d TOURMALINE\n", f.number, f.kind, f.what, f.folder, flags, f.number)
	}
}
