package fleet

import (
	"slices"
	"testing"
)

// Titles in several languages identify columns, and titles of other columns do not.
func TestFit(t *testing.T) {
	for _, c := range []struct{ title, kind string }{
		{"demand", "demand"},
		{"Demand (boxes)", "demand"},
		{"demand_kg", "demand"},
		{"Kisten", "demand"},
		{"Gewicht", "demand"},
		{"Gewicht (kg)", "demand"},
		{"Anzahl Kisten", "demand"},
		{"Menge", "demand"},
		{"boxes", "demand"},
		{"Weight", "demand"},
		{"No. of pallets", "demand"},
		{"colis", "demand"},
		{"Poids", "demand"},
		{"Cajas", "demand"},
		{"carico", "demand"},
		{"hoeveelheid", "demand"},
		{"Mængde", "demand"},
		{"ilość", "demand"},
		{"open", "open"},
		{"Opens at", "open"},
		{"earliest", "open"},
		{"ready time", "open"},
		{"von", "open"},
		{"Früheste", "open"},
		{"Lieferung ab", "open"},
		{"frühestens (Uhr)", "open"},
		{"desde", "open"},
		{"dalle", "open"},
		{"vanaf", "open"},
		{"window start", "open"},
		{"TW start", "open"},
		{"close", "close"},
		{"latest", "close"},
		{"due date", "close"},
		{"bis", "close"},
		{"Spätestens", "close"},
		{"hasta", "close"},
		{"jusqu'à", "close"},
		{"alle", "close"},
		{"tot", "close"},
		{"window_end", "close"},
		{"window", "window"},
		{"Time window", "window"},
		{"opening hours", "window"},
		{"Öffnungszeiten", "window"},
		{"Zeitfenster", "window"},
		{"Zeitfenster Lieferung", "window"},
		{"Créneau", "window"},
		{"Horario", "window"},
		{"fascia oraria", "window"},
		{"tijdvak", "window"},
		{"delivery window", "window"},
		{"service", "service"},
		{"Service time (min)", "service"},
		{"minutes", "service"},
		{"Standzeit", "service"},
		{"Entladezeit (min)", "service"},
		{"Dauer", "service"},
		{"durée", "service"},
		{"duración", "service"},
		{"durata", "service"},
		{"lostijd", "service"},
		{"prize", "prize"},
		{"Penalty", "prize"},
		{"skills", "skills"},
		{"Ausstattung", "skills"},
		{"requirements", "skills"},
		{"name", ""},
		{"lat", ""},
		{"Longitude", ""},
		{"address", ""},
		{"phone", ""},
		{"note", ""},
		{"Email", ""},
		{"", ""},
		{"customer", ""},
		{"price", ""},
		{"invoice amount", ""},
		{"opened by", ""},
		{"town", ""},
	} {
		for _, kind := range Keys() {
			if got := fit(c.title, kind) > 0; got != (kind == c.kind) {
				t.Errorf("%q as %s: %v", c.title, kind, got)
			}
		}
	}
}

// The best title wins, and equal ones are all returned.
func TestBest(t *testing.T) {
	for _, c := range []struct {
		titles []string
		want   []int
	}{
		{[]string{"boxes per pallet layer", "boxes", "demand"}, []int{2}},
		{[]string{"boxes of the year", "Gewicht"}, []int{1}},
		{[]string{"Kisten", "Gewicht"}, []int{0, 1}},
		{[]string{"name", "lat"}, nil},
	} {
		if got := best(c.titles, colDemand); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.titles, got, c.want)
		}
	}
}

// Callers name a column by its title, by its number or by the unit in its title.
func TestFind(t *testing.T) {
	titles := []string{"Kunde", "Menge (Kisten)", "Gewicht [kg]", "7"}
	for asked, want := range map[string]int{
		"Kunde":          0,
		" kunde ":        0,
		"menge":          1,
		"Menge (Kisten)": 1,
		"kisten":         1,
		"kg":             2,
		"3":              2,
		"7":              3,
	} {
		if got, err := find(titles, asked); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", asked, got, err, want)
		}
	}
	for _, asked := range []string{"", "0", "5", "pallets"} {
		if got, err := find(titles, asked); err == nil {
			t.Errorf("%q is column %d", asked, got)
		}
	}
}

// Loads may have a decimal comma and a unit.
func TestAmount(t *testing.T) {
	for text, want := range map[string]float64{
		"12":       12,
		" 7,5 ":    7.5,
		"7.5":      7.5,
		"-3":       -3,
		"12 boxes": 12,
		"1e3":      1000,
	} {
		if got, err := amount(text); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "many", "ring twice", "NaN", "Inf", "1e300", "3 4", "1.000,5", "12 x 3"} {
		if got, err := amount(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// A power of ten makes loads whole, up to thousandths.
func TestScaleOf(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, 1},
		{[]float64{1, 2, -3}, 1},
		{[]float64{1, 2.5}, 10},
		{[]float64{0.25, 2}, 100},
		{[]float64{1.0 / 3}, 1000},
	} {
		if got := scaleOf(c.values); got != c.want {
			t.Errorf("%v: %v, want %v", c.values, got, c.want)
		}
	}
}
