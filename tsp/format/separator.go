package format

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// numbersSigned reports whether # begins the numbers of all rows, such as #1001, and so no
// comments.
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

// headerSigned reports whether the first line is a header though # begins it, such as
// "#,Name,lat,lon": it has as many fields as the next line, and a title of a coordinate.
func (s *source) headerSigned(comma rune) bool {
	head, _ := s.Peek(mostSigned)
	if len(head) == 0 || head[0] != '#' {
		return false
	}
	r := csv.NewReader(bytes.NewReader(head))
	r.Comma, r.LazyQuotes, r.TrimLeadingSpace = comma, true, comma == ' '
	titles, err := r.Read() // and FieldsPerRecord is theirs from now on
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

// mostSigned is how far a header that # begins is looked for, in bytes.
const mostSigned = 1 << 14

// stated returns the separator that a first line "sep=;" states, as Excel writes it. The line is
// skipped, and above is 1.
func (s *source) stated() (comma rune, above int) {
	head, _ := s.Peek(len("\"sep=;\"\r\n"))
	line, _, _ := bytes.Cut(head, []byte("\n"))
	text := strings.Trim(strings.TrimSuffix(string(line), "\r"), "\"")
	if len(text) != len("sep=;") || !strings.EqualFold(text[:4], "sep=") || len(line) == len(head) || strings.ContainsAny(text[4:], "\"\r\n#") || text[4] >= utf8.RuneSelf {
		return 0, 0
	}
	_, _ = s.Discard(len(line) + 1) // the bytes just peeked at
	return rune(text[4]), 1
}

// separator returns the separator that most of the first lines have: a tab, a semicolon, a bar, a
// comma, or blanks if they have none of these.
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
	best := 0
	for k, n := range with {
		if n > with[best] {
			best = k
		}
	}
	if with[best] == 0 && blanks > 0 {
		return ' '
	}
	if with[best] == 0 {
		return ','
	}
	return rune(marks[best])
}

// unquoted returns a line without its quoted parts.
func unquoted(line []byte) []byte {
	if bytes.IndexByte(line, '"') < 0 {
		return line
	}
	out := make([]byte, 0, len(line))
	quoted := false
	for _, c := range line {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted || c == '"' {
			out = append(out, c)
		}
	}
	return out
}
