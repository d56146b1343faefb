package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// fieldTable returns a TypeScript table of the job fields that are also flags of solve.
func fieldTable(solve *cobra.Command) string {
	var b strings.Builder
	b.WriteString(`// Written by scripts/docs from the fields of a job: do not edit.

export type Kind = "text" | "boolean" | "integer" | "number" | "percent" | "duration" | "map" | "pairs";

// A Field is a field of a job that is a flag of the command line. A limit ends a search; a field that is
// always set is written even if it is zero.
export type Field = { path: string[]; flag: string; kind: Kind; limit: boolean; always: boolean };

export const fields: Field[] = [
`)
	for _, f := range job.Fields() {
		if f.Flag == "" || solve.Flags().Lookup(f.Flag) == nil {
			continue
		}
		path := `"` + strings.ReplaceAll(f.Path, ".", `", "`) + `"`
		fmt.Fprintf(&b, "  { path: [%s], flag: \"--%s\", kind: %q, limit: %t, always: %t },\n", path, f.Flag, f.Kind, f.Limit, f.Always())
	}
	return b.String() + "];\n"
}
