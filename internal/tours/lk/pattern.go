package lk

// A Pattern is a way to reconnect a tour after a sequential move of two or three edges: (t1, t2),
// (t3, t4) and (t5, t6) are removed, and (t2, t3), (t4, t5) and the closing edge from the last city
// to t1 are added. In the direction from t1 to t2, the parts of the tour are joined as follows; a
// minus marks a reversed part:
//
//	Flat    t1 -[t2 … t4] t3
//	Inner   t1 [t6 … t4] -[t2 … t5] t3      t5 between t2 and t4
//	Outer   t1 -[t3 … t6] [t2 … t4] t5      t5 beyond t3
//	Swap    t1 [t6 … t3] [t2 … t5] t4
//	Turn    t1 -[t2 … t6] -[t5 … t3] t4
type Pattern uint8

// The patterns. Flat is 2-opt. The rest are all sequential moves that exchange exactly three edges.
const (
	Flat Pattern = iota
	Inner
	Outer
	Swap
	Turn
)

// Flips appends the move to dst as flips of the tour. t contains t1 to t6.
func (p Pattern) Flips(dst [][4]int32, t *[6]int32) [][4]int32 {
	t1, t2, t3, t4, t5, t6 := t[0], t[1], t[2], t[3], t[4], t[5]
	switch p {
	case Flat:
		dst = append(dst, [4]int32{t1, t2, t4, t3})
	case Inner, Outer:
		dst = append(dst, [4]int32{t1, t2, t4, t3}, [4]int32{t1, t4, t6, t5})
	case Swap:
		dst = append(dst, [4]int32{t1, t2, t3, t4}, [4]int32{t1, t3, t6, t5}, [4]int32{t3, t5, t2, t4})
	case Turn:
		dst = append(dst, [4]int32{t1, t2, t6, t5}, [4]int32{t2, t5, t3, t4})
	}
	return dst
}
