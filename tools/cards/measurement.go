package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
)

// A measurement describes the machine code of a kernel on a target. Merged measurements contain the
// worst of several programs.
type measurement struct {
	group, kernel, target string

	registers, occupancy int
	spills, stack        int // bytes per work-item; AMD counts spilled registers
	local                int // bytes of local memory that the source declares
	counts
	counted bool // whether the instructions could be counted
}

// counts are numbers of instructions.
type counts struct{ barriers, calls, doubles, conversions, instructions int }

// groupOf returns the group of a program: the problem, and whether it needs double precision.
// Programs of the same group and target share limits.
func groupOf(program string) string {
	first, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(program), ".cl"), "-")
	problem, _, _ := strings.Cut(first, "_")
	if strings.Contains(first, "double") {
		if problem == "double" {
			return "function"
		}
		return problem + "+double"
	}
	return problem
}

func (m measurement) compare(o measurement) int {
	return cmp.Or(cmp.Compare(m.group, o.group), cmp.Compare(m.kernel, o.kernel), cmp.Compare(m.target, o.target))
}

// merge returns the worst measurement of each kernel of a group on each target.
func merge(all []measurement) (merged []measurement) {
	slices.SortStableFunc(all, measurement.compare)
	for _, m := range all {
		if n := len(merged); n > 0 && merged[n-1].compare(m) == 0 {
			merged[n-1] = merged[n-1].worse(m)
			continue
		}
		merged = append(merged, m)
	}
	return merged
}

// worse returns the maximum of every number, and the minimum of the occupancies.
func (m measurement) worse(o measurement) measurement {
	m.registers, m.occupancy = max(m.registers, o.registers), min(m.occupancy, o.occupancy)
	m.spills, m.stack, m.local = max(m.spills, o.spills), max(m.stack, o.stack), max(m.local, o.local)
	m.barriers, m.calls = max(m.barriers, o.barriers), max(m.calls, o.calls)
	m.doubles, m.conversions = max(m.doubles, o.doubles), max(m.conversions, o.conversions)
	m.instructions = max(m.instructions, o.instructions)
	return m
}
