package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/reg"
)

// allowed lists, by name suffix, the features that routines may use: the extensions that package
// vec checks, and the number of vector registers. avo allocates all 32 registers, but an
// instruction that uses one of the upper 16 is an AVX-512 instruction, and tests on a machine with
// AVX-512 would not detect it. avo's MMX+ extension is prefetching, which every amd64 processor
// supports.
var allowed = map[string]struct {
	extensions []string
	registers  reg.Index
}{
	avx2{}.suffix():   {[]string{"AVX", "AVX2", "BMI", "MMX+", "POPCNT"}, 16},
	avx512{}.suffix(): {[]string{"AVX", "AVX2", "AVX512F", "AVX512VL", "BMI", "MMX+", "POPCNT"}, 32},
}

// verify performs checks that neither avo nor the assembler performs.
func verify(f *ir.Function) error {
	// Without noescape, Go would move the arguments of a routine to the heap.
	if !slices.ContainsFunc(f.Pragmas, func(p ir.Pragma) bool { return p.Directive == "noescape" }) {
		return fmt.Errorf("%s is not declared noescape", f.Name)
	}
	for suffix, may := range allowed {
		if !strings.HasSuffix(f.Name, suffix) {
			continue
		}
		for _, extension := range f.ISA {
			if !slices.Contains(may.extensions, extension) {
				return fmt.Errorf("%s: needs %s, but may use only %v", f.Name, extension, may.extensions)
			}
		}
		return verifyInstructions(f, may.registers)
	}
	return fmt.Errorf("%s: the name does not end in an instruction set", f.Name)
}

func verifyInstructions(f *ir.Function, registers reg.Index) error {
	var previous string
	for _, in := range f.Instructions() {
		for _, r := range in.Registers() {
			if r.Kind() == reg.KindVector && reg.ToPhysical(r).PhysicalIndex() >= registers {
				return fmt.Errorf("%s: %s uses %s, but there are only %d registers", f.Name, in.Opcode, r.Asm(), registers)
			}
		}
		// Without VZEROUPPER, dirty upper halves would slow down every SSE instruction in Go code.
		if in.Opcode == "RET" && previous != "VZEROUPPER" {
			return fmt.Errorf("%s: returns without VZEROUPPER", f.Name)
		}
		previous = in.Opcode
	}
	return nil
}
