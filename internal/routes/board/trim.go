package board

// Prized reports whether there are optional stops.
func (b *Board) Prized() bool { return b.prized }

// Trim removes optional stops that cost more than their prizes from the routes that have changed
// since the last Commit.
func (b *Board) Trim() {
	if !b.prized {
		return
	}
	for _, r := range b.journal.routes {
		for b.size[r] > 0 && b.prune(r) {
		}
	}
}

// prune removes the stop of a route, or all of them, for which this saves most. It reports whether
// there were such stops.
func (b *Board) prune(r int32) bool {
	all := b.Stops(b.old[:0], r)
	b.old = all
	first, end, most := 0, 0, int64(0)
	prizes := int64(0)
	for i, s := range all {
		prizes += b.lost[s]
		if cost, ok := b.without(r, all, i, i+1); ok && b.price[r]-cost-b.lost[s] > most {
			first, end, most = i, i+1, b.price[r]-cost-b.lost[s]
		}
	}
	if b.price[r]-prizes > most {
		first, end = 0, len(all)
	}
	if end > 0 {
		b.Take(r, first, end)
	}
	return end > 0
}
