package format

import (
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf8"
)

// windows1252 holds the characters 0x80 to 0x9f of Windows-1252. All other characters have the same
// codes as in Latin-1 and Unicode.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// text returns a field as UTF-8. A field that is not valid UTF-8 is read as Windows-1252, a
// superset of Latin-1 that spreadsheets on Windows write.
func (s *source) text(field string) string {
	if utf8.ValidString(field) {
		return field
	}
	s.latin = true
	var b strings.Builder
	for i := range len(field) {
		c := rune(field[i])
		if c >= 0x80 && c < 0xa0 {
			c = windows1252[c-0x80]
		}
		b.WriteRune(c)
	}
	return b.String()
}

// An asciiReader records whether it has read any byte outside ASCII. For pure ASCII, no field needs
// to be checked.
type asciiReader struct {
	R     io.Reader
	other bool
}

func (a *asciiReader) Read(p []byte) (int, error) {
	n, err := a.R.Read(p)
	for rest := p[:n]; !a.other && len(rest) > 0; {
		if len(rest) >= 8 {
			a.other = binary.LittleEndian.Uint64(rest)&0x8080808080808080 != 0
			rest = rest[8:]
			continue
		}
		a.other = rest[0] >= 0x80
		rest = rest[1:]
	}
	return n, err
}

// texts converts the fields of a row to UTF-8.
func (s *source) texts(row []string) []string {
	for i, field := range row {
		row[i] = s.text(field)
	}
	return row
}

// replacing replaces some characters by another one.
type replacing struct {
	io.Reader
	from string
	to   byte
}

func (r replacing) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	for i, c := range p[:n] {
		if strings.IndexByte(r.from, c) >= 0 {
			p[i] = r.to
		}
	}
	return n, err
}
