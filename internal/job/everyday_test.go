package job_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A tongue is a language with the titles and the words of its tables.
type tongue struct {
	name                                      string
	customer, street, town, lat, lon          string
	phone, both, number, report, total, place string
	comma                                     bool // whether decimals have a comma
	names                                     [5]string
}

//nolint:misspell // other languages
var tongues = []tongue{
	{"English", "Customer Name", "Address", "City", "Latitude", "Longitude", "Phone", "Lat/Long", "No.", "Deliveries on Monday", "Total", "Columbus", false,
		[5]string{"Miller & Sons", "Jones", "Smith Ltd", "O'Brien", "Lee"}},
	{"German", "Kunde", "Straße", "Ort", "GPS Breite", "GPS Länge", "Telefon", "Koordinaten", "lfd. Nr.", "Lieferungen am Montag", "Gesamt", "Lübeck", true,
		[5]string{"Müller GmbH", "Bäckerei Groß", "Özil", "Schmidt", "Weiß & Söhne"}},
	{"French", "Nom du client", "Adresse", "Ville", "Latitude", "Longitude", "Téléphone", "Coordonnées GPS", "Numéro", "Livraisons du lundi", "Total", "Besançon", true,
		[5]string{"Société Générale", "Dupont", "Hélène", "L'Épicerie", "Garçon"}},
	{"Spanish", "Nombre del cliente", "Dirección", "Población", "Latitud", "Longitud", "Teléfono", "Coordenadas", "Código", "Entregas del lunes", "Suma", "León", true,
		[5]string{"Peña", "García", "Núñez S.A.", "López", "Ibáñez"}},
	{"Italian", "Cliente", "Indirizzo", "Città", "Latitudine", "Longitudine", "Telefono", "Coordinate GPS", "Codice", "Consegne di lunedì", "Totale", "Forlì", true,
		[5]string{"Rossi", "Caffè Bianchi", "Verdi S.p.A.", "D'Angelo", "Perù"}},
}

var everyday = [5][2]float64{{53.551086, 9.993682}, {53.558123, 9.927845}, {53.461712, 9.983456}, {53.563214, 10.084321}, {53.59, 10.05}}

// A shape builds the rows of a table. sentence is part of the expected error, or "". remark is part
// of an expected warning.
type shape struct {
	name             string
	rows             func(l tongue, number func(float64) string) [][]string
	sentence, remark string
}

var shapes = []shape{
	{"plain", func(l tongue, number func(float64) string) [][]string {
		return table(l, number, []string{l.customer, l.lat, l.lon}, func(i int, lat, lon string) []string { return []string{l.names[i], lat, lon} })
	}, "", ""},
	{"one town", func(l tongue, number func(float64) string) [][]string {
		return table(l, number, []string{l.town, l.customer, l.phone, l.lat, l.lon}, func(i int, lat, lon string) []string {
			return []string{l.place, l.names[i], "040 123" + fmt.Sprint(i), lat, lon}
		})
	}, "", ""},
	{"longitude first", func(l tongue, number func(float64) string) [][]string {
		return table(l, number, []string{l.lon, l.lat, l.street, l.customer}, func(i int, lat, lon string) []string {
			return []string{lon, lat, fmt.Sprint(i, " Main St"), l.names[i]}
		})
	}, "", ""},
	{"title rows", func(l tongue, number func(float64) string) [][]string {
		rows := table(l, number, []string{l.customer, l.town, l.lat, l.lon}, func(i int, lat, lon string) []string { return []string{l.names[i], l.place, lat, lon} })
		return append([][]string{{l.report, "", "", ""}, {"", "", "", ""}}, rows...)
	}, "", "skipped this row above the header"},
	{"total", func(l tongue, number func(float64) string) [][]string {
		rows := table(l, number, []string{l.customer, "Kg", l.lat, l.lon}, func(i int, lat, lon string) []string { return []string{l.names[i], "5", lat, lon} })
		return append(rows, []string{l.total, "25", "", ""})
	}, "", "it is a total, not a place"},
	{"duplicate", func(l tongue, number func(float64) string) [][]string {
		rows := table(l, number, []string{l.number, l.customer, l.lat, l.lon}, func(i int, lat, lon string) []string {
			return []string{fmt.Sprint(100 + i), l.names[i], lat, lon}
		})
		return append(rows, []string{"105", l.names[1], number(everyday[1][0]), number(everyday[1][1])})
	}, "", "possible duplicate"},
	{"header twice", func(l tongue, number func(float64) string) [][]string {
		rows := table(l, number, []string{l.customer, l.lat, l.lon, ""}, func(i int, lat, lon string) []string { return []string{l.names[i], lat, lon, ""} })
		return slices.Insert(rows, 3, rows[0])
	}, "", "it is the header again"},
	{"one field", func(l tongue, number func(float64) string) [][]string {
		point := func(v float64) string { return fmt.Sprint(v) }
		return table(l, point, []string{l.customer, l.both}, func(i int, lat, lon string) []string { return []string{l.names[i], lat + ", " + lon} })
	}, "", ""},
	{"degrees", func(l tongue, _ func(float64) string) [][]string {
		return table(l, degrees, []string{l.customer, l.lat, l.lon}, func(i int, lat, lon string) []string { return []string{l.names[i], lat + "N", lon + "E"} })
	}, "", ""},
	{"addresses only", func(l tongue, number func(float64) string) [][]string {
		return table(l, number, []string{l.customer, l.street, l.town}, func(i int, _, _ string) []string { return []string{l.names[i], fmt.Sprint(i, " Main St"), l.place} })
	}, "addresses must be geocoded first", ""},
}

// degrees formats an angle in degrees, minutes and seconds.
func degrees(v float64) string {
	minutes := 60 * (v - math.Floor(v))
	return fmt.Sprintf("%.0f°%.0f'%.2f\"", math.Floor(v), math.Floor(minutes), 60*(minutes-math.Floor(minutes)))
}

func table(l tongue, number func(float64) string, titles []string, row func(i int, lat, lon string) []string) [][]string {
	rows := [][]string{titles}
	for i, at := range everyday {
		rows = append(rows, row(i, number(at[0]), number(at[1])))
	}
	return rows
}

// A habit is how a spreadsheet program writes a table.
type habit struct {
	file  string
	write func(t *testing.T, rows [][]string) []byte
}

var habits = []habit{
	{"excel.csv", func(_ *testing.T, rows [][]string) []byte { return append([]byte("\ufeff"), separated(rows, ';')...) }},
	{"sheets.csv", func(_ *testing.T, rows [][]string) []byte { return separated(rows, ',') }},
	{"calc.tsv", func(_ *testing.T, rows [][]string) []byte { return separated(rows, '\t') }},
	{"excel.xlsx", workbook},
}

func separated(rows [][]string, comma rune) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma, w.UseCRLF = comma, comma == ';'
	_ = w.WriteAll(rows) // a buffer does not fail
	return b.Bytes()
}

// workbook returns a workbook with one sheet of inline texts.
func workbook(t *testing.T, rows [][]string) []byte {
	var b strings.Builder
	b.WriteString(`<worksheet><sheetData>`)
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;")
	for i, row := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for k, text := range row {
			fmt.Fprintf(&b, `<c r="%c%d" t="inlineStr"><is><t>%s</t></is></c>`, 'A'+k, i+1, escape.Replace(text))
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData></worksheet>`)
	return testkit.Zip(t, map[string]string{
		"xl/workbook.xml":            `<workbook><sheets><sheet name="Tour" sheetId="1" r:id="r1" xmlns:r="r"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml":   b.String(),
	})
}

// Fifty tables as people write them are read without any flag, with the names and the places that
// their authors meant, or are rejected with a sentence that says why.
func TestFiftyMessyTables(t *testing.T) {
	read, refused := 0, 0
	for k, l := range tongues {
		number := func(v float64) string {
			text := fmt.Sprint(v)
			if l.comma {
				text = strings.Replace(text, ".", ",", 1)
			}
			return text
		}
		for j, s := range shapes {
			h := habits[(j+k)%len(habits)]
			name := fmt.Sprintf("%s, %s, %s", l.name, s.name, h.file)
			doc, err := job.Reading{}.Read(bytes.NewReader(h.write(t, s.rows(l, number))), h.file, format.Options{})
			switch {
			case s.sentence != "":
				if refused++; err == nil || !strings.Contains(err.Error(), s.sentence) {
					t.Errorf("%s: %v, want %q", name, err, s.sentence)
				}
			case err != nil:
				t.Errorf("%s: %v", name, err)
			default:
				read++
				checkEveryday(t, name, doc, l, s)
			}
		}
	}
	if read != 45 || refused != 5 {
		t.Errorf("%d tables read, %d rejected", read, refused)
	}
}

func checkEveryday(t *testing.T, name string, doc *format.Document, l tongue, s shape) {
	in := doc.Instance
	for i := range min(in.N(), len(everyday)) {
		at := in.Coords()[2*i : 2*i+2]
		if got := in.NameOf(int32(i)); got != l.names[i] || math.Abs(at[0]-everyday[i][0]) > 1e-5 || math.Abs(at[1]-everyday[i][1]) > 1e-5 {
			t.Errorf("%s: stop %d is %q at %v, want %q at %v", name, i+1, got, at, l.names[i], everyday[i])
		}
	}
	want := len(everyday)
	if s.name == "duplicate" {
		want++
	}
	if in.N() != want || in.Metric().String() != "HAVERSINE" {
		t.Errorf("%s: %d stops, metric %v", name, in.N(), in.Metric())
	}
	notes := strings.Join(in.Details().Notes, "\n")
	if !strings.Contains(notes, s.remark) || !strings.Contains(notes, "columns: ") {
		t.Errorf("%s: notes %q, want %q", name, notes, s.remark)
	}
	if s.remark == "" && len(doc.Doubts) > 0 {
		t.Errorf("%s: %v", name, doc.Doubts)
	}
}
