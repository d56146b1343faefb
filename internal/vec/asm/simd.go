package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// simd holds the operations that differ between instruction sets, so that a routine is written
// once. Routines emit common instructions (VADDPS, VSQRTPS, …) directly.
type simd interface {
	suffix() string // suffix of routine names
	lanes() int     // number of float32s in a vector
	vector() reg.VecVirtual
	// first returns the mask of the lanes whose number in numbers is less than count.
	first(count, numbers reg.Register) reg.Register
	// load reads the lanes in the mask live and accesses no other memory.
	load(from operand.Mem, live reg.Register) reg.VecVirtual
	// store writes the lanes in the mask live and accesses no other memory.
	store(v, live reg.Register, to operand.Mem)
	// fromBits returns the mask of one block of lanes from words of bits in memory. bitOfLane holds
	// 1, 2, 4, … for 32 lanes.
	fromBits(words operand.Mem, block int, bitOfLane operand.Mem) reg.Register
	// greater returns the mask of the lanes in which the integer a is greater than b. If live is
	// not nil, it considers only the lanes in live.
	greater(a reg.Register, b operand.Op, live reg.Register) reg.Register
	// blend copies from into to, but only in the lanes that the mask where selects.
	blend(from, where, to reg.Register)
	// oddFromEven overwrites each odd lane with the preceding even lane.
	oddFromEven(from, to reg.Register)
	// xor3 replaces to with the exclusive or of a, b and to.
	xor3(a reg.Register, b operand.Op, to reg.Register)
	// keep stores a vector for the whole routine, in a register if enough registers are available.
	keep(v reg.VecVirtual) operand.Op
	// jumpIfNone jumps if both masks are empty.
	jumpIfNone(a, b reg.Register, label string)
	// fold combines the upper half of a vector with the lower half until 128 bits remain.
	fold(v reg.VecVirtual, meet func(...operand.Op)) reg.Register
}

// broadcastInt fills a vector with the low 32 bits of a register.
func broadcastInt(c *build.Context, s simd, from reg.Register) reg.VecVirtual {
	v := s.vector()
	c.VMOVD(from.(reg.GP).As32(), v.AsX())
	c.VPBROADCASTD(v.AsX(), v)
	return v
}

// laneNumbers returns a constant in memory with the numbers 0, 1, … 15.
func laneNumbers(c *build.Context, name string) operand.Mem {
	numbers := c.StaticGlobal(name)
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range 16 {
		c.AppendDatum(operand.U32(i))
	}
	return numbers
}

// reduce combines all lanes pairwise into lane 0. With VPADDD, lane 0 then holds their sum.
func reduce(c *build.Context, s simd, v reg.VecVirtual, meet func(...operand.Op)) reg.Register {
	four := s.fold(v, meet)
	other := c.XMM()
	c.VPERMILPS(operand.U8(0b01_00_11_10), four, other) // swaps the two pairs
	meet(other, four, four)
	c.VPERMILPS(operand.U8(0b10_11_00_01), four, other) // swaps the elements of each pair
	meet(other, four, four)
	return four
}
