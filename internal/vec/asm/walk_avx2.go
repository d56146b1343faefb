package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// emitWalk2 emits the walk for AVX2.
func emitWalk2(c *build.Context) {
	bits := lanes(c, "placeBits", places, func(place int) uint32 { return 1 << place })
	w := &walk{Context: c}
	w.emit("walk"+avx2{}.suffix(), &gait2{walk: w, bits: bits})
}

// gait2 checks one city after another, using a separate byte for each city, and adds the weights of
// eight cities simultaneously. Gathering bytes is slower on most processors without AVX-512.
type gait2 struct {
	*walk
	bits operand.Mem // bit of each place
	zero reg.VecVirtual
	seen [ants]reg.GPVirtual
}

func (g *gait2) prepare() {
	g.zero = g.YMM()
	g.VPXOR(g.zero, g.zero, g.zero)
}

func (*gait2) enter(int) {}
func (*gait2) leave(int) {}

func (g *gait2) visit(ant int, _ operand.Mem, city reg.GPVirtual) {
	p := g.pointer(g.m.of(ant, "open"))
	g.MOVB(operand.U8(0), operand.Mem{Base: p, Index: city, Scale: 1})
}

func (g *gait2) look(ant int) { g.seen[ant] = g.visited(ant) }

func (g *gait2) choose(ant int, none string) operand.Mem {
	visited := g.seen[ant]
	g.CMPL(visited, operand.I8(-1))
	g.JEQ(operand.LabelRef(none))
	mask := broadcastInt(g.Context, avx2{g.Context}, visited)
	var open [4]reg.VecVirtual
	for i := range open {
		open[i] = g.YMM()
		g.VPAND(g.bits.Offset(32*i), mask, open[i])
		g.VPCMPEQD(g.zero, open[i], open[i])
		g.VPAND(g.weights(ant, 8*i), open[i], open[i])
	}
	lower, lowerSecond := g.pairs(open[0], open[1])
	upper, upperSecond := g.pairs(open[2], open[3])
	t := g.thresholds(ant, lower, upper)
	k := g.countAbove(t, lower, lowerSecond, upper, upperSecond)
	g.NEGQ(k)
	choice := element(g.at[ant], k)
	choice.Disp = 4 * places
	return choice
}

// visited returns a word with a bit for every place of the candidate list of an ant's city. The bit
// is set if the city is visited, because comparing a byte with 1 carries if the byte is 0.
func (g *gait2) visited(ant int) reg.GPVirtual {
	p := g.pointer(g.m.of(ant, "open"))
	half := [2]reg.GPVirtual{g.GP32(), g.GP32()}
	for _, h := range half {
		g.XORL(h, h)
	}
	for place := places/2 - 1; place >= 0; place-- {
		for i, h := range half {
			city := g.GP64()
			g.MOVL(operand.Mem{Base: g.at[ant], Disp: 4 * (i*places/2 + place)}, city.As32())
			g.CMPB(operand.Mem{Base: p, Index: city, Scale: 1}, operand.U8(1))
			g.ADCL(h, h)
		}
	}
	g.SHLL(operand.U8(places/2), half[1])
	g.ORL(half[1], half[0])
	return half[0]
}

// pairs computes prefix sums over four places at a time, for two vectors simultaneously. In each
// half, the even lanes of pairs hold the prefix sums of a at places 1 and 3, and the odd lanes hold
// the prefix sums of b. Subtracting second gives the prefix sums at places 0 and 2.
func (g *gait2) pairs(a, b reg.VecVirtual) (pairs, second reg.VecVirtual) {
	first, pairs, second := g.YMM(), g.YMM(), g.YMM()
	g.VPSLLQ(operand.U8(32), b, first)
	g.VPBLENDD(operand.U8(0b10101010), first, a, first)
	g.VPSRLQ(operand.U8(32), a, second)
	g.VPBLENDD(operand.U8(0b10101010), b, second, second)
	g.VPADDD(first, second, pairs)
	g.VPSLLDQ(operand.U8(8), pairs, first)
	g.VPADDD(first, pairs, pairs)
	return pairs, second
}

// thresholds returns the values that the prefix sums of four places must exceed: the threshold for
// all places minus the sum before the four. Lane i of either half belongs to vector i of the
// weights.
func (g *gait2) thresholds(ant int, lower, upper reg.VecVirtual) reg.VecVirtual {
	sums, other, before, t := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VPUNPCKHQDQ(upper, lower, sums) // sums of four places each
	g.VPERM2I128(operand.U8(0x01), sums, sums, other)
	g.VPERM2I128(operand.U8(0x08), sums, sums, before) // the upper half follows the lower half
	g.VPADDD(other, sums, sums)                        // sums of the eight places in a vector
	g.VPSUBD(sums, before, before)
	for _, bytes := range []uint8{4, 8} {
		g.VPSLLDQ(operand.U8(bytes), sums, other)
		g.VPADDD(other, sums, sums)
	}
	g.VPADDD(sums, before, before)
	g.VPSHUFD(operand.U8(0b11_11_11_11), sums, sums) // sum of all places
	g.VPBROADCASTD(element(g.pointer(g.m.of(ant, "draw")), g.step), t)
	g.VPMULUDQ(t, sums, t)
	g.VPSHUFD(operand.U8(0b11_11_01_01), t, t) // upper half of the product
	g.VPSUBD(before, t, t)
	return t
}

// countAbove returns the number of places whose prefix sums exceed their thresholds.
func (g *gait2) countAbove(t, lower, lowerSecond, upper, upperSecond reg.VecVirtual) reg.GPVirtual {
	above := func(pairs, second reg.VecVirtual, lanes uint8) reg.VecVirtual {
		limit := g.YMM()
		g.VPSHUFD(operand.U8(lanes), t, limit)
		g.VPSUBD(second, pairs, second)
		g.VPCMPGTD(limit, second, second)
		g.VPCMPGTD(limit, pairs, pairs)
		g.VPACKSSDW(second, pairs, pairs)
		return pairs
	}
	all, k := above(lower, lowerSecond, 0b01_00_01_00), g.GP64()
	g.VPACKSSWB(above(upper, upperSecond, 0b11_10_11_10), all, all)
	g.VPMOVMSKB(all, k.As32())
	g.POPCNTL(k.As32(), k.As32())
	return k
}

func (g *gait2) first(ant int, list, left reg.GPVirtual, none string) operand.Mem {
	look, found := label("look", ant), label("found", ant)
	p := g.pointer(g.m.of(ant, "open"))
	g.Label(look)
	g.DECQ(left)
	g.JLT(operand.LabelRef(none))
	city := g.GP64()
	g.MOVL(operand.Mem{Base: list}, city.As32())
	g.CMPB(operand.Mem{Base: p, Index: city, Scale: 1}, operand.U8(0))
	g.JNE(operand.LabelRef(found))
	g.ADDQ(operand.U8(4), list)
	g.JMP(operand.LabelRef(look))
	g.Label(found)
	return operand.Mem{Base: list}
}
