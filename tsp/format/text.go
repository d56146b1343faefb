package format

import (
	"bytes"
	"encoding/binary"
	"encoding/csv"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// text returns a field as UTF-8. A field that is not valid UTF-8 is read as Windows-1252, a
// superset of Latin-1 that spreadsheets on Windows write.
func (s *source) text(field string) string {
	if utf8.ValidString(field) {
		return field
	}
	s.latin = true
	return unpack.Latin(field)
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

// numbersSigned reports whether every row starts with a number such as #1001, so that # does not
// mark comments.
func numbersSigned(head []byte) bool {
	n := 0
	for line := range bytes.Lines(head) {
		if line[len(line)-1] != '\n' && n > 1 || n == mostAhead {
			break
		}
		signed := len(line) > 1 && line[0] == '#' && line[1]-'0' < 10
		if n > 0 && !signed && len(bytes.TrimSpace(line)) > 0 {
			return false
		}
		n++
	}
	return n > 1
}

// headerSigned reports whether the first line is a header although it starts with #, such as
// "#,Name,lat,lon". A header has a coordinate title and as many fields as the next line.
func (s *source) headerSigned(comma rune) bool {
	head, _ := s.Peek(mostSigned)
	if len(head) == 0 || head[0] != '#' {
		return false
	}
	r := csv.NewReader(bytes.NewReader(head))
	r.Comma, r.LazyQuotes, r.TrimLeadingSpace = comma, true, comma == ' '
	titles, err := r.Read() // also sets FieldsPerRecord to the number of titles
	if err != nil {
		return false
	}
	if _, err := r.Read(); err != nil {
		return false
	}
	return slices.ContainsFunc(titles, func(title string) bool {
		return slices.ContainsFunc([]string{colLat, colLon, colX, colY}, func(kind string) bool { return fit(title, kind) >= likely })
	})
}

// mostSigned is the number of bytes in which headerSigned looks for a header.
const mostSigned = 1 << 14

// stated returns the separator from a first line such as "sep=;", which Excel writes. It skips that
// line, and above is 1. Without such a line, both results are 0.
func (s *source) stated() (comma rune, above int) {
	head, _ := s.Peek(len("\"sep=;\"\r\n"))
	line, _, _ := bytes.Cut(head, []byte("\n"))
	text := strings.Trim(strings.TrimSuffix(string(line), "\r"), "\"")
	if len(text) != len("sep=;") || !strings.EqualFold(text[:4], "sep=") || len(line) == len(head) || strings.ContainsAny(text[4:], "\"\r\n#") || text[4] >= utf8.RuneSelf {
		return 0, 0
	}
	_, _ = s.Discard(len(line) + 1) // skip the bytes that Peek returned
	return rune(text[4]), 1
}

// separator returns the separator that occurs in most of the first lines: a tab, a semicolon, a
// vertical bar or a comma. If none of these occurs, it returns a space if the lines contain spaces,
// otherwise a comma.
func separator(src *source) rune {
	const marks = "\t;|,"
	head, _ := src.Peek(unpack.BufferSize)
	var with [len(marks)]int
	lines, blanks := 0, 0
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = unquoted(line)
		for k, c := range []byte(marks) {
			if bytes.IndexByte(line, c) >= 0 {
				with[k]++
			}
		}
		if bytes.IndexByte(line, ' ') >= 0 && line[0] != '"' {
			blanks++
		}
		if lines++; lines == mostAhead {
			break
		}
	}
	most := slices.Max(with[:])
	switch {
	case most > 0:
		return rune(marks[slices.Index(with[:], most)])
	case blanks > 0:
		return ' '
	}
	return ','
}

// unquoted returns a line without its quoted parts.
func unquoted(line []byte) []byte {
	parts := bytes.Split(line, []byte(`"`))
	for i := 1; i < len(parts); i += 2 {
		parts[i] = nil
	}
	return bytes.Join(parts, []byte(`"`))
}
