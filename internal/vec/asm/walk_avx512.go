package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// emitWalks512 emits two walks. One stores the visited cities in registers, the other in memory.
func emitWalks512(c *build.Context) {
	data := &data512{
		numbers: lanes(c, "walkNumbers", 16, func(lane int) uint32 { return uint32(lane) }),
		bits:    lanes(c, "firstBits", 32, func(lane int) uint32 { return uint32(32 * lane) }),
	}
	for _, v := range []visits{new(held), new(tables)} {
		w := &walk{Context: c}
		w.emit("walk"+v.name()+avx512{}.suffix(), &gait512{walk: w, visits: v, data512: data})
	}
}

// data512 holds constants in memory.
type data512 struct {
	numbers operand.Mem // 0, 1, … 15
	bits    operand.Mem // number of the first bit of each of 32 words: 0, 32, … 992
}

// visits stores the unvisited cities of a walk, with a bit for every city.
type visits interface {
	name() string
	begin(g *gait512)
	enter(ant int)
	leave(ant int)
	// open returns, for each vector of cities, the mask of the open cities.
	open(ant int, cities ...reg.VecVirtual) []reg.Register
	visit(ant int, from operand.Mem, city reg.GPVirtual)
}

// gait512 checks sixteen cities simultaneously.
type gait512 struct {
	*walk
	visits
	*data512
	zero, one         reg.VecVirtual
	lastEven, lastOdd reg.VecVirtual       // numbers of the last even lane and the last odd lane
	even, odd         reg.Register         // masks of the even and the odd lanes
	seen              [ants][]reg.Register // open candidates at places 0 to 15 and 16 to 31
}

func (g *gait512) prepare() {
	g.zero, g.one, g.lastEven, g.lastOdd = g.spread(0), g.spread(1), g.spread(14), g.spread(15)
	g.even, g.odd = avx512{g.Context}.mask(0x5555), avx512{g.Context}.mask(0xAAAA)
	g.visits.begin(g)
}

func (g *gait512) enter(ant int) { g.visits.enter(ant) }
func (g *gait512) leave(ant int) { g.visits.leave(ant) }
func (g *gait512) visit(ant int, from operand.Mem, city reg.GPVirtual) {
	g.visits.visit(ant, from, city)
}

func (g *gait512) spread(value uint32) reg.VecVirtual {
	v := g.GP32()
	g.MOVL(operand.U32(value), v)
	return broadcastInt(g.Context, avx512{g.Context}, v)
}

func (g *gait512) look(ant int) {
	a, b := g.ZMM(), g.ZMM()
	g.VMOVDQU32(operand.Mem{Base: g.at[ant]}, a)
	g.VMOVDQU32(operand.Mem{Base: g.at[ant], Disp: 64}, b)
	g.seen[ant] = g.open(ant, a, b)
}

func (g *gait512) choose(ant int, none string) operand.Mem {
	openA, openB := g.seen[ant][0], g.seen[ant][1]
	g.KORTESTW(openA, openB)
	g.JZ(operand.LabelRef(none))
	a, b := g.ZMM(), g.ZMM()
	g.VMOVDQU32_Z(g.weights(ant, 0), openA, a)
	g.VMOVDQU32_Z(g.weights(ant, 16), openB, b)
	pairs, second := g.pairs(a, b)

	sumA, sumB, t := g.ZMM(), g.ZMM(), g.ZMM()
	g.VPERMD(pairs, g.lastEven, sumA)
	g.VPERMD(pairs, g.lastOdd, sumB)
	g.VPADDD(sumA, sumB, t)
	draw := g.ZMM()
	g.VPBROADCASTD(element(g.pointer(g.m.of(ant, "draw")), g.step), draw)
	g.VPMULUDQ(draw, t, t)
	g.VPSHUFD(operand.U8(0b11_11_01_01), t, t) // upper half of the product
	// The odd lanes start at place 16. Their threshold may be negative after the subtraction.
	g.VPSUBD(sumA, t, g.odd, t)

	// The number of places whose prefix sum is at most t is the index of the choice.
	g.VPSUBD(second, pairs, second)
	before, k := g.notAbove(second, t), g.notAbove(pairs, t)
	g.ADDQ(before, k)
	return element(g.at[ant], k)
}

// pairs computes prefix sums over places 0 to 15 and 16 to 31 simultaneously. The even lanes of
// pairs hold the prefix sums of a at its places 1, 3, … 15, and the odd lanes hold the prefix sums
// of b. Subtracting second gives the prefix sums at places 0, 2, … 14.
func (g *gait512) pairs(a, b reg.VecVirtual) (pairs, second reg.VecVirtual) {
	first, pairs, second := g.ZMM(), g.ZMM(), g.ZMM()
	g.VMOVDQA32(a, first)
	g.VMOVDQA32(b, second)
	g.VPSHUFD(operand.U8(0b10_10_00_00), b, g.odd, first)
	g.VPSHUFD(operand.U8(0b11_11_01_01), a, g.even, second)
	g.VPADDD(first, second, pairs)
	for _, by := range []int{1, 2, 4} {
		shifted := g.ZMM()
		g.VALIGNQ(operand.U8(8-by), g.zero, pairs, shifted)
		g.VPADDD(shifted, pairs, pairs)
	}
	return pairs, second
}

// notAbove returns the number of lanes that are not greater than t.
func (g *gait512) notAbove(v, t reg.Register) reg.Register {
	mask, count := g.K(), g.GP64()
	g.VPCMPD(operand.U8(2), t, v, mask) // v <= t
	g.KMOVW(mask, count.As32())
	g.POPCNTL(count.As32(), count.As32())
	return count
}

func (g *gait512) first(ant int, list, left reg.GPVirtual, none string) operand.Mem {
	look, found := label("look", ant), label("found", ant)
	g.Label(look)
	g.CMPQ(left, operand.U8(0))
	g.JLE(operand.LabelRef(none))
	count, live, city := g.ZMM(), g.K(), g.ZMM()
	g.VPBROADCASTD(left.As32(), count)
	g.VPCMPD(operand.U8(6), g.numbers, count, live) // count > number
	g.VMOVDQU32_Z(operand.Mem{Base: list}, live, city)
	k := g.GP64()
	open := g.open(ant, city)[0]
	g.KANDW(live, open, open)
	g.KMOVW(open, k.As32())
	g.TESTL(k.As32(), k.As32())
	g.JNZ(operand.LabelRef(found))
	g.ADDQ(operand.U8(64), list)
	g.SUBQ(operand.U8(16), left)
	g.JMP(operand.LabelRef(look))
	g.Label(found)
	g.TZCNTL(k.As32(), k.As32())
	return element(list, k)
}
