// Package heading compares the titles of columns in several languages.
package heading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits a title into lower-case words and replaces letters with accents. It omits
// text in brackets, such as a unit, and reads # at the end as "no".
func Words(title string) []string {
	if before, signed := strings.CutSuffix(strings.TrimSpace(title), "#"); signed {
		title = before + " no"
	}
	depth := 0
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r == '(' || r == '[' || r == '{':
			depth++
			b.WriteByte(' ')
		case r == ')' || r == ']' || r == '}':
			depth = max(0, depth-1)
		case depth > 0:
		case letters[r] != "":
			b.WriteString(letters[r])
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}

// Find finds a column by its exact title or, if no title is equal, by its title regardless of case
// and punctuation. It returns -1 if there is no such column.
func Find(titles []string, asked string) int {
	asked = strings.TrimSpace(asked)
	if i := slices.IndexFunc(titles, func(s string) bool { return strings.TrimSpace(s) == asked }); i >= 0 {
		return i
	}
	words := strings.Join(Words(asked), "")
	return slices.IndexFunc(titles, func(s string) bool { return words != "" && strings.Join(Words(s), "") == words })
}

// Table inverts lines of a kind, a language and titles.
func Table(lines string) map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(lines) {
		fields := strings.Fields(line)
		for k, title := range fields {
			if k >= 2 {
				table[title] = append(table[title], fields[0])
			}
		}
	}
	return table
}

// letters maps letters with accents to plain ones. German umlauts have two letters.
var letters = letterTable("ä ae ö oe ü ue ß ss æ ae ø o å a œ oe ł l đ d ı i" +
	" à a á a â a ã a ą a ā a ç c ć c č c ď d è e é e ê e ë e ę e ě e ė e ğ g ì i í i î i ï i ñ n ń n ň n" +
	" ò o ó o ô o õ o ő o ř r ś s š s ş s ť t ù u ú u û u ů u ű u ý y ź z ż z ž z")

func letterTable(pairs string) map[rune]string {
	table := map[rune]string{}
	fields := strings.Fields(pairs)
	for k := 0; k+1 < len(fields); k += 2 {
		letter, _ := utf8.DecodeRuneInString(fields[k])
		table[letter] = fields[k+1]
	}
	return table
}
