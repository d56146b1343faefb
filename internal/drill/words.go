package drill

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// A word of G-code is a letter with a number.
type word struct {
	letter byte // upper case
	number float64
	from   int // range in the line
	to     int
}

// code returns a command such as G81 or M6.
func (w word) code() string {
	return string(w.letter) + strconv.FormatFloat(w.number, 'f', -1, 64)
}

// split returns the words of a line, and reads its comments, which are in parentheses or after a
// semicolon. The next call overwrites the words.
func (p *program) split(line string) error {
	p.words = p.words[:0]
	for i := 0; i < len(line); {
		switch letter := line[i] &^ 0x20; {
		case line[i] == ' ' || line[i] == '\t':
			i++
		case line[i] == ';':
			p.remark(line[i+1:])
			return nil
		case line[i] == '(':
			comment, _, _ := strings.Cut(line[i+1:], ")")
			p.remark(comment)
			i += len(comment) + 2
		case letter < 'A' || letter > 'Z':
			return p.fail("", "expected a word such as X12.5, found %s: variables and expressions are not supported", budget.Quote(line[i:]))
		default:
			w, err := p.word(line, i)
			if err != nil {
				return err
			}
			p.words = append(p.words, w)
			i = w.to
		}
	}
	return nil
}

// word parses the word at a position of a line.
func (p *program) word(line string, at int) (word, error) {
	w := word{letter: line[at] &^ 0x20, from: at}
	start := at + 1 + prefix(line[at+1:], " \t")
	w.to = start + prefix(line[start:], digits+"+-.")
	var err error
	w.number, err = strconv.ParseFloat(line[start:w.to], 64)
	if err != nil || w.to-start > 2*most || !(w.number >= -largest && w.number <= largest) {
		return w, p.fail(string(w.letter), "expected a number, found %s", budget.Quote(line[start:]))
	}
	return w, nil
}

// diameter matches the comment of a tool, such as T1 D=3.175 or T2 drill, diameter 0.8.
var diameter = regexp.MustCompile(`(?i)^\s*T0*(\d{1,6})\b.*?\bD(?:IA(?:METER)?)?\.?\s*[=: ]\s*(\d*\.?\d+)`)

// remark reads the diameter of a tool from a comment.
func (p *program) remark(comment string) {
	m := diameter.FindStringSubmatch(comment)
	if m == nil {
		return
	}
	number, _ := strconv.Atoi(m[1]) // at most six digits
	if d, err := strconv.ParseFloat(m[2], 64); err == nil && d <= largest {
		p.define(Tool{number, d})
	}
}
