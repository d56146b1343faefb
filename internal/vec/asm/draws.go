package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The Philox constants of package rng.
const (
	philoxRounds = 10
	philoxMul0   = 0xD2511F53
	philoxMul1   = 0xCD9E8D57
	philoxWeyl0  = 0x9E3779B9
	philoxWeyl1  = 0xBB67AE85
)

// emitDraws emits the random number routines.
func emitDraws(c *build.Context) {
	numbers := laneNumbers(c, "drawNumbers")
	for _, s := range []simd{avx2{c}, avx512{c}} {
		(&draws{Context: c, simd: s}).emit(numbers, blockOrder(c, s))
	}
}

// blockOrder returns a constant with the number of the block that each 64-bit lane computes.
// Interleaving the words of the blocks works on 128 bits at a time. The result is in order if the
// first half of the blocks is in the even lanes and the second half is in the odd lanes.
func blockOrder(c *build.Context, s simd) operand.Mem {
	order := c.StaticGlobal("blockOrder" + s.suffix())
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	blocks := s.lanes() / 2
	for i := range blocks {
		c.AppendDatum(operand.U64(i/2 + i%2*blocks/2))
	}
	return order
}

// draws computes one block per 64-bit lane of a vector. Each of the four words of a block has a
// separate vector and is stored in the lower half of its lane, where VPMULUDQ reads it. The upper
// half does not matter.
type draws struct {
	*build.Context
	simd
	block, zero, step, stream reg.VecVirtual
	mul0, mul1                reg.VecVirtual
	key                       [philoxRounds][2]operand.Op
}

func (d *draws) emit(numbers, order operand.Mem) {
	d.Function("draws" + d.suffix())
	d.Doc("draws" + d.suffix() + " equals draws.")
	d.Attributes(attr.NOSPLIT)
	d.Pragma("noescape")
	d.SignatureExpr("func(dst []uint32, seed uint64, stream, step uint32)")
	d.prepare(order)
	to, left := d.Load(d.Param("dst").Base(), d.GP64()), d.Load(d.Param("dst").Len(), d.GP64())
	lanes := d.lanes()
	at := func(half int) operand.Mem { return operand.Mem{Base: to, Disp: 4 * lanes * half} }

	d.Label("turn")
	lower, upper := d.blocks()
	d.CMPQ(left, operand.U32(2*lanes))
	d.JL(operand.LabelRef("rest"))
	d.VMOVUPS(lower, at(0))
	d.VMOVUPS(upper, at(1))
	d.ADDQ(operand.U32(8*lanes), to)
	d.SUBQ(operand.U32(2*lanes), left)
	d.JNZ(operand.LabelRef("turn"))
	d.VZEROUPPER()
	d.RET()

	d.Comment("The rest, under masks.")
	d.Label("rest")
	lane := d.vector()
	d.VMOVUPS(numbers, lane)
	d.store(lower, d.first(broadcastInt(d.Context, d.simd, left), lane), at(0))
	d.SUBQ(operand.U32(lanes), left)
	d.store(upper, d.first(broadcastInt(d.Context, d.simd, left), lane), at(1))
	d.VZEROUPPER()
	d.RET()
}

// prepare broadcasts the values that all blocks share, including one key for each round.
func (d *draws) prepare(order operand.Mem) {
	spread := func(value reg.Register) reg.VecVirtual { return broadcastInt(d.Context, d.simd, value) }
	constant := func(value uint32) reg.VecVirtual {
		g := d.GP32()
		d.MOVL(operand.U32(value), g)
		return spread(g)
	}
	d.zero, d.mul0, d.mul1 = constant(0), constant(philoxMul0), constant(philoxMul1)
	d.step = spread(d.Load(d.Param("step"), d.GP32()))
	d.stream = spread(d.Load(d.Param("stream"), d.GP32()))
	seed := d.Load(d.Param("seed"), d.GP64())
	upper := d.GP64()
	d.MOVQ(seed, upper)
	d.SHRQ(operand.U8(32), upper)
	for round := range d.key {
		d.key[round] = [2]operand.Op{d.keep(spread(seed)), d.keep(spread(upper))}
		d.ADDL(operand.U32(philoxWeyl0), seed.(reg.GP).As32())
		d.ADDL(operand.U32(philoxWeyl1), upper.As32())
	}
	d.block = d.vector()
	d.VMOVUPS(order, d.block)
}

// blocks computes the next blocks. It returns the first and the second half of their words.
func (d *draws) blocks() (lower, upper reg.Register) {
	c0, c1, c2, c3 := d.vector(), d.vector(), d.vector(), d.vector()
	d.round(0, [4]reg.VecVirtual{d.block, d.zero, d.step, d.stream}, &[4]reg.VecVirtual{c0, c1, c2, c3})
	for r := 1; r < philoxRounds; r++ {
		old := [4]reg.VecVirtual{c0, c1, c2, c3}
		c1, c3 = d.vector(), d.vector()
		d.round(r, old, &[4]reg.VecVirtual{c0, c1, c2, c3})
	}
	more := d.GP64()
	d.MOVQ(operand.U32(d.lanes()/2), more)
	d.VPADDD(broadcastInt(d.Context, d.simd, more), d.block, d.block)
	d.oddFromEven(c1, c0)
	d.oddFromEven(c3, c2)
	lower, upper = c1, c3
	d.VPUNPCKLQDQ(c2, c0, lower)
	d.VPUNPCKHQDQ(c2, c0, upper)
	return lower, upper
}

// round computes one round from the words in c and stores the result in to.
func (d *draws) round(r int, c [4]reg.VecVirtual, to *[4]reg.VecVirtual) {
	d.VPMULUDQ(c[2], d.mul1, to[1])
	d.VPMULUDQ(c[0], d.mul0, to[3])
	high := func(product, v reg.VecVirtual) { d.VPSHUFD(operand.U8(0b11_11_01_01), product, v) }
	high(to[1], to[0])
	high(to[3], to[2])
	d.xor3(c[1], d.key[r][0], to[0])
	d.xor3(c[3], d.key[r][1], to[2])
}
