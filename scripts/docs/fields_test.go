package main

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cli"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// The table for the web pages contains every limit of a job, and no field that is not a flag of
// solve.
func TestFieldTable(t *testing.T) {
	solve, _, err := cli.Command().Find([]string{"solve"})
	if err != nil {
		t.Fatal(err)
	}
	table := fieldTable(solve)
	for _, flag := range job.LimitFlags() {
		if !strings.Contains(table, `flag: "--`+flag+`"`) {
			t.Errorf("no --%s", flag)
		}
	}
	if strings.Contains(table, `"label"`) || strings.Contains(table, `"instance"`) {
		t.Error("a field that is not a flag of solve")
	}
	if !strings.Contains(table, `{ path: ["settings", "seed"], flag: "--seed", kind: "integer", limit: false, always: true },`) {
		t.Error("no seed")
	}
}
