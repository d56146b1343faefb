package format

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// isGap reports whether a cell of a matrix states that there is no connection. The cell may be
// empty.
func isGap(field string) bool {
	text := strings.ToLower(strings.TrimSpace(field))
	return notFinite(text) || slices.Contains([]string{"", "-", "–", "∞", "na", "n/a", "null", "none"}, text)
}

// cellsIn counts the fields of a row that can be cells of a matrix. It returns 0 if there is no
// number among them, or if a field other than the first is empty.
func (t *table) cellsIn(row []string) int {
	for k, field := range row {
		if _, ok := t.number(field); !ok && (!isGap(field) || k > 0 && strings.TrimSpace(field) == "") {
			return 0
		}
	}
	if t.numbersIn(row) == 0 {
		return 0
	}
	return len(row)
}

// closeGaps replaces entries that are not finite by a distance that package tsp recognises as
// forbidden, and warns about them. It ignores the diagonal.
func (s *source) closeGaps(m *matrix) error {
	gaps, diagonal := 0, 0
	for k, v := range m.values {
		switch finite := !math.IsNaN(v) && !math.IsInf(v, 0); {
		case finite:
		case k/m.n == k%m.n:
			m.values[k] = 0
			diagonal++
		default:
			gaps++
		}
	}
	if diagonal == m.n && m.n > 1 && numbersOnly(m.columns) {
		return s.fail(0, "", "the first row may hold names or distances: write 0 instead of the empty cells on the diagonal, or give the cities names")
	}
	if gaps == 0 {
		return nil
	}
	m.forbid()
	s.doubt(0, "%s of the matrix without a number: no connection", humanize.Count(gaps, "cell"))
	return nil
}

// doubtNegative warns about negative entries, which neither lengths nor times can have.
func (s *source) doubtNegative(m *matrix) {
	first, count := -1, 0
	for k, v := range m.values {
		if v < 0 {
			if count++; first < 0 {
				first = k
			}
		}
	}
	if count > 0 {
		s.doubt(0, "%s of the matrix with a negative number, the first in row %d, column %d: lengths and times are at least 0",
			humanize.Count(count, "cell"), first/m.n+1, first%m.n+1)
	}
}

// forbid replaces entries that are not finite by a distance that is longer than every tour of the
// other entries. If the file has such a distance already, forbid replaces it too. The distance is
// a third, because package tsp looks for forbidden entries only in matrices that no power of ten
// makes whole.
func (m *matrix) forbid() {
	largest, second := 0.0, 0.0
	for _, v := range m.values {
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
		case v > largest:
			largest, second = v, largest
		case v < largest && v > second:
			second = v
		}
	}
	barred := second > 0 && largest > float64(m.n+2)*second
	forbidden := largest + 1.0/3
	if !barred {
		forbidden = math.Pow10(int(math.Ceil(math.Log10(float64(m.n+2)*max(largest, 1))))+1) + 1.0/3
	}
	for k, v := range m.values {
		if math.IsNaN(v) || math.IsInf(v, 0) || barred && v == largest {
			m.values[k] = forbidden
		}
	}
}

// numbersOnly reports whether there are names, and all of them are numbers, also with a decimal
// comma.
func numbersOnly(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
		_, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(name), ",", ".", 1), 64)
		return err != nil
	})
}
