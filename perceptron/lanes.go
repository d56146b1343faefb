package perceptron

// width is the number of columns that are processed together. Each column has a one-bit lane in a
// machine word.
const width = 64

// numbers holds 64 numbers, one per lane: word k holds bit k of all of them. Adding a bit to each
// of the 64 numbers takes hardly longer than adding a bit to a single number. Sixteen bits suffice
// for twice the largest number of rows.
type numbers [16]uint64

// full adds three bits in each lane, as a full adder does.
func full(a, b, c uint64) (sum, carry uint64) {
	ab := a ^ b
	return ab ^ c, a&b | ab&c
}

// set sets all numbers to n, which has at most bits+1 bits. The previous numbers must also have at
// most bits+1 bits.
func (x *numbers) set(n, bits int) {
	for k := range x[:bits+1] {
		x[k] = -(uint64(n) & 1)
		n >>= 1
	}
}

// A team holds eight rows that are counted together. Rows are numbered from 1. Row 0 has no bit set
// in any lane and pads the last team of a group.
type team [8]int32

// count adds the bits of the rows in each lane. Seven full adders add the eight rows of a team, and
// the carry propagates bit by bit. The code is unrolled, because nearly all of the time is spent
// here. Counts of more than eight bits are rare.
func (x *numbers) count(teams []team, rows []uint64) {
	for i := range teams {
		t := &teams[i]
		a, d := full(rows[t[0]], rows[t[1]], rows[t[2]])
		b, e := full(rows[t[3]], rows[t[4]], rows[t[5]])
		c, f := full(rows[t[6]], rows[t[7]], x[0])
		s, g := full(a, b, c)
		x[0] = s
		d, a = full(d, e, f)
		s, b = full(d, g, x[1])
		x[1] = s
		s, c = full(a, b, x[2])
		x[2] = s

		s = x[3]
		x[3], c = s^c, s&c
		s = x[4]
		x[4], c = s^c, s&c
		s = x[5]
		x[5], c = s^c, s&c
		s = x[6]
		x[6], c = s^c, s&c
		s = x[7]
		x[7], c = s^c, s&c
		for k := 8; c != 0; k++ {
			s = x[k%16]
			x[k%16], c = s^c, s&c
		}
	}
}

// add adds y, truncated to the given number of bits, to x in the given lanes.
func (x *numbers) add(y *numbers, bits int, lanes uint64) {
	var carry uint64
	for k, v := range y[:bits] {
		x[k], carry = full(x[k], v&lanes, carry)
	}
	for k := bits; carry != 0; k++ {
		s := x[k%16]
		x[k%16], carry = s^carry, s&carry
	}
}

// unpack converts lanes to words. Afterwards, the sixteen-bit part k/16 of word k%16 holds the
// number of lane k. It transposes four adjacent bit matrices by exchanging smaller and smaller
// blocks.
func (x *numbers) unpack() {
	x.exchange(8, 0x00ff00ff00ff00ff)
	x.exchange(4, 0x0f0f0f0f0f0f0f0f)
	x.exchange(2, 0x3333333333333333)
	x.exchange(1, 0x5555555555555555)
}

func (x *numbers) exchange(size int, low uint64) {
	for k := range 8 {
		i := (k + k&^(size-1)) % 16
		j := (i + size) % 16
		a, b := x[i], x[j]
		t := (a>>size ^ b) & low
		x[i], x[j] = a^t<<size, b^t
	}
}

// of returns the number in a lane. It must be called after unpack.
func (x *numbers) of(lane int) int { return int(x[lane%16] >> (lane / 16 * 16 % 64) & 0xffff) }
