package humanize

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Printable makes text from a file safe to show on one line. It escapes control characters and
// characters that change the writing direction.
func Printable(text string) string {
	if !strings.ContainsFunc(text, Unprintable) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if Unprintable(r) || r == utf8.RuneError && n == 1 {
			quoted := strconv.QuoteToASCII(text[:n])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// PrintableLines does what Printable does, for text with several lines.
func PrintableLines(text string) string {
	return strings.Join(list.Map(strings.Split(text, "\n"), Printable), "\n")
}

// Unprintable reports whether a character would control a terminal, for example by moving the
// cursor, changing a colour or reversing the writing direction.
func Unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// Width returns the number of terminal columns that a text occupies.
func Width(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

// runeWidth returns 2 for East Asian letters and pictographs, and 0 for combining marks.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r < 0x1100:
		return 1
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
		r >= 0x3000 && r <= 0x303e, r >= 0xff01 && r <= 0xff60, r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	return 1
}

// Truncate shortens a text to the given number of terminal columns and adds an ellipsis.
func Truncate(text string, columns int) string {
	if Width(text) <= columns {
		return text
	}
	n := 1 // width of the ellipsis
	for i, r := range text {
		if n += runeWidth(r); n > columns {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}
