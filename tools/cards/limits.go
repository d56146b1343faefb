package main

import (
	"fmt"
	"slices"
	"strings"
)

// limits maps a group and a kernel to what is allowed on every target.
type limits map[[2]string]limit

type limit struct{ spills, stack, barriers, calls, doubles, conversions int }

const limitsHead = `# The limits of kernels on every target, as measured by make cards: bytes that are spilled and bytes
# of stack per work-item, barriers, calls, double-precision instructions, and conversions of 64-bit
# numbers. Make them smaller when a kernel becomes better. No kernel may spill.
# group kernel spills stack barriers calls doubles conversions
`

// parseLimits reads a file of limits: a line for each kernel of each group.
func parseLimits(text string) (limits, error) {
	all := limits{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		var group, kernel string
		var l limit
		n, err := fmt.Sscan(line, &group, &kernel, &l.spills, &l.stack, &l.barriers, &l.calls, &l.doubles, &l.conversions)
		if err != nil {
			return nil, fmt.Errorf("line %d: %d of 8 fields: expected a group, a kernel and six numbers: %w", number, n, err)
		}
		all[[2]string{group, kernel}] = l
	}
	return all, nil
}

// check returns a message for each kernel that exceeds its limits on a target.
func (all limits) check(measured []measurement) (faults []string) {
	for _, m := range measured {
		l, ok := all[[2]string{m.group, m.kernel}]
		if !ok {
			faults = append(faults, fmt.Sprintf("%s of %s on %s has no limits", m.kernel, m.group, m.target))
			continue
		}
		var over []string
		for _, c := range []struct {
			what          string
			got, expected int
		}{
			{"bytes of spills", m.spills, l.spills},
			{"bytes of stack", m.stack, l.stack},
			{"barriers", m.barriers, l.barriers},
			{"calls", m.calls, l.calls},
			{"double-precision instructions", m.doubles, l.doubles},
			{"conversions of 64-bit numbers", m.conversions, l.conversions},
		} {
			if c.got > c.expected {
				over = append(over, fmt.Sprintf("%d %s, at most %d allowed", c.got, c.what, c.expected))
			}
		}
		if over != nil {
			faults = append(faults, fmt.Sprintf("%s of %s on %s: %s", m.kernel, m.group, m.target, strings.Join(over, "; ")))
		}
	}
	return faults
}

// limitsOf returns the file of limits that the measured kernels just keep. Spills are never allowed.
func limitsOf(all []measurement) string {
	var lines []string
	for len(all) > 0 {
		worst := all[0]
		next := slices.IndexFunc(all, func(m measurement) bool { return m.group != worst.group || m.kernel != worst.kernel })
		if next < 0 {
			next = len(all)
		}
		for _, m := range all[:next] {
			worst = worst.worse(m)
		}
		lines = append(lines, fmt.Sprintf("%s %s 0 %d %d %d %d %d\n",
			worst.group, worst.kernel, worst.stack, worst.barriers, worst.calls, worst.doubles, worst.conversions))
		all = all[next:]
	}
	return limitsHead + strings.Join(lines, "")
}
