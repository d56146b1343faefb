package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// origin describes the versions and machines that made the records of a table, in the order of
// their first records, the number of runs that other programs disturbed, and the files with the
// records.
func origin(g *grid) string {
	records := g.records
	var names, files []string
	runs := map[string]int{}
	busy := 0
	for _, r := range records {
		name := r.Machine.String()
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if link := fmt.Sprintf("[%s](../plans/results/%[1]s)", r.file); !slices.Contains(files, link) {
			files = append(files, link)
		}
		runs[name]++
		if r.Busy {
			busy++
		}
	}
	var text strings.Builder
	for _, name := range names {
		fmt.Fprintf(&text, "%s of %s. ", humanize.Count(runs[name], "run"), name)
	}
	if busy > 0 {
		fmt.Fprintf(&text, "Other programs disturbed %d of %s. ", busy, humanize.Count(len(records), "run"))
	}
	if g.former && len(g.contestants) > 1 {
		text.WriteString("All contestants had the same seeds. ")
	}
	fmt.Fprintf(&text, "Records: %s.", strings.Join(files, ", "))
	return text.String()
}
