package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	amdBegin = regexp.MustCompile(`^(\w+):\s+; @\w+$`)
	amdFact  = regexp.MustCompile(`^; (TotalNumVgprs|NumVgprs|ScratchSize|Occupancy|LDSByteSize): (\d+)`)
	amdSpill = regexp.MustCompile(`^\s+\.(vgpr_spill_count|name):\s+(\S+)`)
	amdCode  = regexp.MustCompile(`^\t([a-z]\w+)`)
)

// readAMD reads the assembly that clang writes for an AMD card: the instructions of each function,
// the facts in the comments that follow them, and the spilled registers in the metadata.
func readAMD(text string) (all []measurement, err error) {
	var m *measurement
	spills := map[string]int{}
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if begin := amdBegin.FindStringSubmatch(line); begin != nil {
			all = append(all, measurement{kernel: begin[1], counted: true})
			m = &all[len(all)-1]
			continue
		}
		if fact := amdSpill.FindStringSubmatch(line); fact != nil {
			if fact[1] == "name" {
				name = fact[2]
			} else {
				spills[name], _ = strconv.Atoi(fact[2])
			}
		}
		if m != nil {
			m.readLine(line)
		}
	}
	// Functions that kernels call are not in the metadata.
	all = slices.DeleteFunc(all, func(m measurement) bool { _, ok := spills[m.kernel]; return !ok })
	if len(all) == 0 {
		return nil, errors.New("the assembly contains no kernel")
	}
	for i := range all {
		m := &all[i]
		if m.occupancy == 0 {
			err = errors.Join(err, fmt.Errorf("%s: the assembly does not state its occupancy", m.kernel))
		}
		m.spills = spills[m.kernel]
	}
	return all, err
}

// readLine reads an instruction or a fact.
func (m *measurement) readLine(line string) {
	if fact := amdFact.FindStringSubmatch(line); fact != nil {
		number, _ := strconv.Atoi(fact[2])
		switch fact[1] {
		case "NumVgprs", "TotalNumVgprs": // the second includes accumulation registers, on some cards
			m.registers = max(m.registers, number)
		case "ScratchSize":
			m.stack = number
		case "Occupancy":
			m.occupancy = number
		case "LDSByteSize":
			m.local = number
		}
		return
	}
	code := amdCode.FindStringSubmatch(line)
	if code == nil || m.occupancy > 0 { // after its facts, a kernel has ended
		return
	}
	m.instructions++
	switch op := code[1]; {
	case op == "s_barrier":
		m.barriers++
	case op == "s_swappc_b64":
		m.calls++
	case strings.HasPrefix(op, "v_cvt_") && strings.Contains(op, "f64"):
		m.doubles++
		m.conversions++
	case strings.Contains(op, "_f64"):
		m.doubles++
	}
}
