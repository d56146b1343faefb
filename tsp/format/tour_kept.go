package format

import (
	"slices"
	"strings"
)

// keptRows finds cities by all that the table of the instance says of them. Names may
// repeat, and a table need not have ids.
type keptRows struct {
	*tourBuilder
	columns []int // of the tour's file, in the order of the instance's
	cities  map[string][]int32
}

// keptRows returns nil if the instance kept no table, or one with a column that the header lacks.
func (b *tourBuilder) keptRows(header []string) *keptRows {
	table := b.in.Details().Columns
	if table == nil {
		return nil
	}
	k := &keptRows{tourBuilder: b, cities: make(map[string][]int32, b.in.N())}
	var own []int
	for i, title := range table.Titles() {
		if isOfTour(title) {
			continue
		}
		at := slices.Index(header, title)
		if at < 0 {
			return nil
		}
		own, k.columns = append(own, i), append(k.columns, at)
	}
	texts := make([]string, len(own))
	for c := range int32(b.in.N()) {
		for j, i := range own {
			texts[j] = table.Text(c, i)
		}
		key := rowKey(texts)
		k.cities[key] = append(k.cities[key], c)
	}
	return k
}

func rowKey(texts []string) string { return strings.Join(texts, "\x00") }

// cityOf returns the city of a row. If several cities have equal rows, it returns each in
// turn, and then the first city of the tour again.
func (k *keptRows) cityOf(row []string) (int32, bool) {
	if k == nil {
		return 0, false
	}
	texts := make([]string, len(k.columns))
	for j, at := range k.columns {
		if at < len(row) {
			texts[j] = row[at]
		}
	}
	same := k.cities[rowKey(texts)]
	if len(same) == 0 {
		return 0, false
	}
	if i := slices.IndexFunc(same, func(c int32) bool { return !k.seen[c] }); i >= 0 {
		return same[i], true
	}
	if slices.Contains(same, k.tour[0]) {
		return k.tour[0], true
	}
	return same[0], true
}

// takeKept takes what is so of a city, because its row says the same as the instance's.
func (t *tourTable) takeKept(c int32) {
	if t.name >= 0 && !t.closed {
		t.stated.Labels = append(t.stated.Labels, t.in.NameOf(c))
	}
	if t.x >= 0 {
		t.stated.Places = append(t.stated.Places, t.spots[2*c:2*c+2]...)
	}
}
