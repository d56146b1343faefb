package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	ptxasBegin  = regexp.MustCompile(`Compiling entry function '(\w+)'`)
	ptxasMemory = regexp.MustCompile(`(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	ptxasUsed   = regexp.MustCompile(`Used (\d+) registers(?:.*?(\d+) bytes smem)?`)
	sassBegin   = regexp.MustCompile(`^\s*\.section\s+\.text\.(\w+),`)
	sassCode    = regexp.MustCompile(`^\s+/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+ )?([A-Z][A-Z0-9_.]*)`)
)

// readReport reads what ptxas -v prints.
func readReport(text string, card target) (all []measurement, err error) {
	var m *measurement
	for line := range strings.Lines(text) {
		if begin := ptxasBegin.FindStringSubmatch(line); begin != nil {
			all = append(all, measurement{kernel: begin[1]})
			m = &all[len(all)-1]
		}
		if m == nil {
			continue
		}
		if memory := ptxasMemory.FindStringSubmatch(line); memory != nil {
			stores, _ := strconv.Atoi(memory[2])
			loads, _ := strconv.Atoi(memory[3])
			m.stack, _ = strconv.Atoi(memory[1])
			m.spills = max(stores, loads)
		}
		if used := ptxasUsed.FindStringSubmatch(line); used != nil {
			m.registers, _ = strconv.Atoi(used[1])
			m.local, _ = strconv.Atoi(used[2])
			m.occupancy = card.occupancy(m.registers)
		}
	}
	for _, m := range all {
		if m.registers == 0 {
			return nil, fmt.Errorf("%s: ptxas does not state its registers", m.kernel)
		}
	}
	return all, nil
}

// countSASS counts the instructions of kernels in the listing of nvdisasm.
func countSASS(text string, all []measurement) error {
	byName := map[string]*measurement{}
	for i := range all {
		byName[all[i].kernel] = &all[i]
	}
	var m *measurement
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), ".section\t") {
			m = nil
			if begin := sassBegin.FindStringSubmatch(line); begin != nil {
				m = byName[begin[1]]
			}
		}
		if code := sassCode.FindStringSubmatch(line); m != nil && code != nil && code[1] != "NOP" {
			m.counted = true
			m.count(code[1])
		}
	}
	for i := range all {
		if !all[i].counted {
			return fmt.Errorf("%s: nvdisasm lists no instructions", all[i].kernel)
		}
	}
	return nil
}

// sassDoubles are the instructions for double precision, without their suffixes.
var sassDoubles = map[string]bool{"DADD": true, "DMUL": true, "DFMA": true, "DSETP": true, "DMNMX": true}

// count counts an instruction.
func (c *counts) count(op string) {
	c.instructions++
	first, _, _ := strings.Cut(op, ".")
	converts := first == "I2F" || first == "F2I" || first == "F2F" || first == "FRND"
	wide := strings.Contains(op, "64")
	switch {
	case first == "BAR":
		c.barriers++
	case first == "CALL":
		c.calls++
	case sassDoubles[first], first == "MUFU" && wide:
		c.doubles++
	}
	if converts && wide {
		c.conversions++
		if strings.Contains(op, "F64") {
			c.doubles++
		}
	}
}
