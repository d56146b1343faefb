package board

// Turn visits the routes that have changed since the last Commit in the opposite direction if this
// costs less. No other move turns a whole route.
func (b *Board) Turn() {
	if b.fleet == nil || !b.fleet.directed {
		return
	}
	for _, r := range b.journal.routes {
		if b.size[r] < 2 {
			continue
		}
		back := b.walk(b.made[0][:0], r, b.prev)
		b.made[0] = back
		f := b.fleet
		f.parts = b.singles(f.parts[:0], back[0], back[len(back)-1], b.prev)
		if cost, ok := f.worth(b.kind[r], f.parts); ok && cost < b.price[r] {
			b.set(r, b.kind[r], back)
		}
	}
}
