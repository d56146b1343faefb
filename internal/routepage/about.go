package routepage

import (
	"html/template"
	"slices"
	"strings"
	"unicode"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An About holds what a driver needs at a stop besides its name.
type About struct{ Address, Phone, Note string }

// Call returns a link that dials the phone number, or "" if there is no number.
func (a About) Call() template.URL {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '+' {
			return r
		}
		return -1
	}, a.Phone)
	if digits == "" {
		return ""
	}
	return template.URL("tel:" + digits)
}

// with returns a with a remark before the note. The receiver may be nil.
func (a *About) with(remark string) *About {
	if remark == "" {
		return a
	}
	var b About
	if a != nil {
		b = *a
	}
	b.Note = strings.Trim(humanize.Printable(remark)+" · "+b.Note, " ·")
	return &b
}

// The words of titles that identify columns for drivers, in several languages.
//
//nolint:misspell // other languages
const (
	streetWords = " address adresse anschrift street straße strasse dirección direccion calle indirizzo via adres straat endereço rua adresa ulica adress adresa "
	townWords   = " zip postcode plz postleitzahl cap cp city town ort stadt ville ciudad población città citta plaats cidade miasto "
	phoneWords  = " phone telephone tel telefon téléphone telefono teléfono telefoon telefone mobile mobil handy cell "
	noteWords   = " note notes remark remarks comment comments instructions bemerkung bemerkungen hinweis hinweise notiz kommentar remarque remarques commentaire notas nota observaciones osservazioni opmerking opmerkingen uwagi "
	timeWords   = " zeitfenster window hours earliest latest öffnungszeiten termin créneau horaires horario orario "
)

// columnsFor returns the columns whose titles contain one of some words.
func columnsFor(titles []string, words string) (columns []int) {
	for k, title := range titles {
		parts := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) })
		if slices.ContainsFunc(parts, func(w string) bool { return strings.Contains(words, " "+w+" ") }) && !slices.Contains(parts, "email") && !slices.Contains(parts, "mail") {
			columns = append(columns, k)
		}
	}
	return columns
}

// abouts returns a function that finds in the table of an instance what a driver needs at a city.
func abouts(in *tsp.Instance) func(city int32) *About {
	table := in.Details().Columns
	if table == nil {
		return func(int32) *About { return nil }
	}
	titles := table.Titles()
	places := slices.Concat(columnsFor(titles, streetWords), columnsFor(titles, townWords))
	phones, notes, times := columnsFor(titles, phoneWords), columnsFor(titles, noteWords), columnsFor(titles, timeWords)
	return func(city int32) *About {
		name := in.NameOf(city)
		join := func(columns []int, titled bool) string {
			var parts []string
			for _, k := range columns {
				text := strings.TrimSpace(table.Text(city, k))
				if text == "" || text == name || slices.Contains(parts, text) {
					continue
				}
				if titled {
					text = strings.TrimSpace(titles[k]) + " " + text
				}
				parts = append(parts, text)
			}
			return strings.Join(parts, ", ")
		}
		a := About{Address: join(places, false), Phone: join(phones, false)}
		a.Note = strings.Trim(join(notes, false)+" · "+join(times, true), " ·")
		if a == (About{}) {
			return nil
		}
		return &a
	}
}
