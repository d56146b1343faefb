package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unroll is how many blocks of lanes a turn of the loop takes, each with a best
// of its own. Square roots bound the speed: see ADR 0010.
const unroll = 2

// emitTwoOptRow writes the rows of 2-opt moves.
func emitTwoOptRow(c *build.Context) {
	numbers := laneNumbers(c, "laneNumbers")
	for _, s := range []simd{avx2{c}, avx512{c}} {
		for _, filtered := range []bool{false, true} {
			(&twoOptRow{Context: c, simd: s, filtered: filtered}).emit(numbers)
		}
	}
}

// laneNumbers is 0, 1, … 15 in memory.
func laneNumbers(c *build.Context, name string) operand.Mem {
	numbers := c.StaticGlobal(name)
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range 16 {
		c.AppendDatum(operand.U32(i))
	}
	return numbers
}

// twoOptRow is one row: what is kept in registers all along.
type twoOptRow struct {
	*build.Context
	simd
	filtered bool

	x, y, edge, squared reg.Register // where the slices begin
	j, to               reg.Register

	x0, y0, x1, y1, removed, limit reg.VecVirtual // of place i, in every lane
	numbers                        reg.VecVirtual
	best                           [unroll]best
}

// best is, for every lane, the smallest delta that came by and the first j that
// had it.
type best struct{ delta, j reg.VecVirtual }

func (r *twoOptRow) emit(numbers operand.Mem) {
	r.declare()
	r.prepare(numbers)
	width := r.lanes()

	r.Comment("Whole blocks, while there are enough for a turn.")
	last := r.GP64()
	r.MOVQ(r.to, last)
	r.SUBQ(operand.U32(unroll*width), last)
	r.Label("turn")
	r.CMPQ(r.j, last)
	r.JG(operand.LabelRef("rest"))
	for u := range unroll {
		r.block(u, nil)
	}
	r.ADDQ(operand.U32(unroll*width), r.j)
	r.JMP(operand.LabelRef("turn"))

	r.Comment("The rest, under masks.")
	r.Label("rest")
	left := r.GP64()
	r.MOVQ(r.to, left)
	r.SUBQ(r.j, left)
	r.JLE(operand.LabelRef("done"))
	r.block(0, r.first(broadcastInt(r.Context, r.simd, left), r.numbers))
	r.ADDQ(operand.U32(width), r.j)
	r.JMP(operand.LabelRef("rest"))

	r.Label("done")
	r.answer()
}

func (r *twoOptRow) declare() {
	name, slices := "twoOptRow", "x, y, edge"
	if r.filtered {
		name, slices = name+"Filtered", slices+", squared"
	}
	r.Function(name + r.suffix())
	r.Doc(fmt.Sprintf("%s equals %s; the indices must be inside the slices.", name+r.suffix(), name))
	r.Attributes(attr.NOSPLIT)
	r.Pragma("noescape")
	r.SignatureExpr(fmt.Sprintf("func(%s []float32, i, from, to int) (delta float32, j int)", slices))
}

// prepare loads what stays the same for the whole row, and (0, -1) as the best.
func (r *twoOptRow) prepare(numbers operand.Mem) {
	base := func(name string) reg.Register { return r.Load(r.Param(name).Base(), r.GP64()) }
	r.x, r.y, r.edge = base("x"), base("y"), base("edge")
	i := r.Load(r.Param("i"), r.GP64())
	of := func(slice reg.Register, next int) reg.VecVirtual {
		return broadcast(r.Context, r.simd, operand.Mem{Base: slice, Index: i, Scale: 4, Disp: 4 * next})
	}
	r.x0, r.y0, r.x1, r.y1, r.removed = of(r.x, 0), of(r.y, 0), of(r.x, 1), of(r.y, 1), of(r.edge, 0)
	if r.filtered {
		r.squared = base("squared")
		r.limit = of(r.squared, 0)
	}
	r.j, r.to = r.Load(r.Param("from"), r.GP64()), r.Load(r.Param("to"), r.GP64())

	r.numbers = r.vector()
	r.VMOVUPS(numbers, r.numbers)
	zero, none := r.GP32(), r.GP32()
	r.XORL(zero, zero)
	r.MOVL(operand.I32(-1), none)
	for u := range r.best {
		r.best[u] = best{broadcastInt(r.Context, r.simd, zero), broadcastInt(r.Context, r.simd, none)}
	}
}

// block looks at the moves of block u of a turn: at all lanes, or at those of the
// mask live.
func (r *twoOptRow) block(u int, live reg.Register) {
	skip := fmt.Sprintf("skip%d", u)
	if live != nil {
		skip = "skipRest"
	}
	at := func(slice reg.Register, next int) operand.Op {
		m := operand.Mem{Base: slice, Index: r.j, Scale: 4, Disp: 4 * (u*r.lanes() + next)}
		if live == nil {
			return m
		}
		return r.load(m, live)
	}
	d0 := r.square(r.x0, r.y0, at(r.x, 0), at(r.y, 0))
	d1 := r.square(r.x1, r.y1, at(r.x, 1), at(r.y, 1))
	if r.filtered {
		short0 := r.compare(d0, less, r.limit, nil)
		short1 := r.compare(d1, less, at(r.squared, 0), nil)
		r.jumpIfNone(short0, short1, skip)
	}
	r.VSQRTPS(d0, d0)
	r.VSQRTPS(d1, d1)
	r.VADDPS(d1, d0, d0)
	r.VADDPS(at(r.edge, 0), r.removed, d1)
	r.VSUBPS(d1, d0, d0)
	r.consider(u, d0, live)
	if r.filtered {
		r.Label(skip)
	}
}

// square is the squared distance of every lane, never fused. It is taken from
// the other side than in Go, which changes a sign that the square removes.
func (r *twoOptRow) square(x0, y0 reg.Register, x, y operand.Op) reg.VecVirtual {
	dx, dy := r.vector(), r.vector()
	r.VSUBPS(x, x0, dx)
	r.VSUBPS(y, y0, dy)
	r.VMULPS(dx, dx, dx)
	r.VMULPS(dy, dy, dy)
	r.VADDPS(dy, dx, dx)
	return dx
}

// consider takes over the lanes of delta that are better. An equal one comes
// later in its lane, and is not.
func (r *twoOptRow) consider(u int, delta, live reg.Register) {
	better := r.compare(delta, less, r.best[u].delta, live)
	r.blend(delta, better, r.best[u].delta)
	at := r.GP64()
	r.LEAQ(operand.Mem{Base: r.j, Disp: u * r.lanes()}, at)
	j := broadcastInt(r.Context, r.simd, at)
	r.VPADDD(r.numbers, j, j)
	r.blend(j, better, r.best[u].j)
}

// answer finds the smallest delta of all lanes, then the lowest j of the lanes
// that have it: as an unsigned number, so that -1, no move, is the highest.
func (r *twoOptRow) answer() {
	smallest := r.vector()
	r.VMOVAPS(r.best[0].delta, smallest)
	for _, b := range r.best[1:] {
		r.VMINPS(b.delta, smallest, smallest)
	}
	delta := reduce(r.Context, r.simd, smallest, r.VMINPS)
	storeFloat(r.Context, delta, "delta")

	r.VBROADCASTSS(delta, smallest)
	none := r.GP32()
	r.MOVL(operand.I32(-1), none)
	nowhere := broadcastInt(r.Context, r.simd, none)
	for _, b := range r.best {
		r.blend(nowhere, r.compare(b.delta, notEqual, smallest, nil), b.j)
	}
	for _, b := range r.best[1:] {
		r.VPMINUD(b.j, r.best[0].j, r.best[0].j)
	}
	j32, j := r.GP32(), r.GP64()
	r.VMOVD(reduce(r.Context, r.simd, r.best[0].j, r.VPMINUD), j32)
	r.MOVLQSX(j32, j)
	r.Store(j, r.Return("j"))
	r.VZEROUPPER()
	r.RET()
}
