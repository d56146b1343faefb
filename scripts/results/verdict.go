package main

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/report"
)

// verdict returns the sentence under a table: the differences between the contestants that a test
// shows, or the reason why there is no verdict.
func (g *grid) verdict() (string, error) {
	switch {
	case len(g.contestants) < 2:
		return "", nil
	case g.sharesSeeds():
		return "No verdict: all contestants had the same seeds, so their runs are not independent.", nil
	}
	records := completePairs(g.judged())
	if !compared(records) {
		return "No verdict: other programs disturbed the runs.", nil
	}
	measure := g.measure.Name
	if measure == "optimal" {
		measure = "gap" // the tests need a measure of which small values are good
	}
	found, err := report.Compare(records, report.Options{Measure: measure, Contestants: g.contestants})
	switch {
	case err != nil:
		return "", err
	case found.TooFew != "":
		return "No verdict: too few runs. " + found.TooFew, nil
	}
	return "Verdict: " + strings.Join(found.Verdicts, " "), nil
}

// judged returns the records that tests may use: those of the table, without disturbed runs where
// time matters.
func (g *grid) judged() (records []experiment.Record) {
	for _, r := range g.records {
		if !r.Busy || !g.cells[place{r.Instance, r.Contestant}].timed {
			records = append(records, r.Record)
		}
	}
	return records
}

// completePairs returns the records without paired runs whose partners are missing, because they
// were disturbed. A test of pairs needs all partners, and other tests need runs without shared
// seeds.
func completePairs(records []experiment.Record) []experiment.Record {
	type seed struct {
		instance string
		seed     uint64
	}
	contestants, runs := map[string]map[string]bool{}, map[seed]int{}
	for _, r := range records {
		if contestants[r.Instance] == nil {
			contestants[r.Instance] = map[string]bool{}
		}
		contestants[r.Instance][r.Contestant] = true
		runs[seed{r.Instance, r.Seed}]++
	}
	return slices.DeleteFunc(records, func(r experiment.Record) bool {
		return r.Paired && runs[seed{r.Instance, r.Seed}] < len(contestants[r.Instance])
	})
}

// compared reports whether the records have two contestants on one instance.
func compared(records []experiment.Record) bool {
	first := map[string]string{}
	for _, r := range records {
		if other, seen := first[r.Instance]; seen && other != r.Contestant {
			return true
		}
		first[r.Instance] = r.Contestant
	}
	return false
}
