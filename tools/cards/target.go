package main

import (
	"fmt"
	"strings"
)

// A target is a graphics card, by the name that compilers use.
type target struct {
	name string
	card string // a card of this kind
	// registers that a unit of execution has for each lane, the unit in which they are allocated,
	// and the maximum number of waves; of NVIDIA cards only
	registers, granule, waves int
	sass                      bool // whether nvdisasm can read its code
}

func (t target) nvidia() bool { return t.registers > 0 }

// allTargets returns the targets in the order of the table.
func allTargets() []target {
	return []target{
		{name: "gfx906", card: "Radeon VII, MI50"},
		{name: "gfx90a", card: "MI210, MI250"},
		{name: "gfx942", card: "MI300"},
		{name: "gfx1030", card: "RX 6800"},
		{name: "gfx1100", card: "RX 7900"},
		{"sm_60", "P100", 2048, 8, 64, false},
		{"sm_70", "V100", 2048, 8, 64, false},
		{"sm_86", "RTX 3090", 2048, 8, 48, true},
		{"sm_89", "RTX 4090", 2048, 8, 48, true},
		{"sm_90", "H100", 2048, 8, 64, true},
	}
}

// pick returns the named targets, or all.
func pick(names string, nvidia bool) (picked []target, err error) {
	for _, t := range allTargets() {
		if (nvidia || !t.nvidia()) && (names == "" || strings.Contains(" "+names+" ", " "+t.name+" ")) {
			picked = append(picked, t)
		}
	}
	if len(picked) == 0 {
		return nil, fmt.Errorf("unknown targets %q: expected some of gfx906, gfx90a, gfx942, gfx1030, gfx1100, sm_60, sm_70, sm_86, sm_89, sm_90", names)
	}
	return picked, nil
}

// occupancy returns the number of waves that fit on a unit with this number of registers.
func (t target) occupancy(registers int) int {
	each := max((registers+t.granule-1)/t.granule*t.granule, t.granule)
	return min(t.registers/each, t.waves)
}
