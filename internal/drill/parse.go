package drill

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Parse reads a drill file. The name appears in error messages.
func Parse(r io.Reader, name string) (*File, error) {
	text, err := readText(r, name)
	if err != nil {
		return nil, err
	}
	if isProgram(text, name) {
		return parseProgram(text, name)
	}
	p := &parser{file: &File{text: text}, name: name, header: true, tools: map[int]int{}, missed: map[int]bool{}}
	p.holes = make([]Hole, 0, holeLines(text))
	if err := p.read(); err != nil {
		return nil, err
	}
	return p.file, nil
}

// readText reads a text into memory. It rejects a file that is not text at its first zero.
func readText(r io.Reader, name string) (string, error) {
	var text strings.Builder
	for piece := make([]byte, 1<<16); ; {
		n, err := r.Read(piece)
		text.Write(piece[:n])
		switch {
		case bytes.IndexByte(piece[:n], 0) >= 0:
			return "", &format.Error{File: name, Msg: "found a zero byte, expected the text of an Excellon drill file, which begins with M48"}
		case errors.Is(err, io.EOF):
			return text.String(), nil
		case err != nil:
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
}

// A parser parses a file line by line.
type parser struct {
	file *File
	name string
	line int

	numbers numbers
	begun   bool // whether M48 was seen
	header  bool // whether the header has not ended yet
	over    bool // whether the program has ended
	points  bool // whether some number has a decimal point
	digits  bool // whether some number has no decimal point

	tools  map[int]int  // index in file.Tools by tool number
	missed map[int]bool // numbers of tools that no line defines
	tool   Tool
	picked bool // whether a tool is selected
	at     spot // position of the machine

	holes  []Hole // holes of all runs, in one slice
	first  int    // index of the first hole of the current run
	mixes  bool   // whether the holes of the current run leave the machine ready to drill
	route  *way   // path being routed, or nil
	ended  *Hole  // finished path to which a following G05 would belong
	routed bool   // whether the machine is in route mode

	repeats int // number of repeats of all holes
}

// A spot is a position and the words that specify it. A word is empty if no line specifies the
// coordinate.
type spot struct {
	x, y         float64
	xWord, yWord string
	hasX, hasY   bool
}

// A way is a routed path, which starts with G00.
type way struct {
	from  int // offset in the text
	line  int
	start spot
	down  bool // whether M15 was seen
}

// holeLines returns an upper bound on the number of holes in the text of a drill file.
func holeLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if line[0] == 'X' || line[0] == 'Y' || line[0] == ' ' || strings.HasPrefix(line, "M16") || strings.HasPrefix(line, "M17") {
			n++
		}
	}
	return n
}

func (p *parser) read() error {
	if head := p.file.text; IsGerber([]byte(head[:min(len(head), 4096)])) {
		return p.fail("", "this is a Gerber file (copper layer), not a drill file: expected an Excellon file, which begins with M48")
	}
	end := 0
	for raw := range strings.Lines(p.file.text) {
		from := end
		end += len(raw)
		p.line++
		line := strings.TrimPrefix(strings.TrimRight(raw, " \t\r\n"), "\ufeff")
		lead := len(line) - len(strings.TrimLeft(line, " \t"))
		if err := p.take(line[lead:], from+lead, from+len(strings.TrimRight(raw, "\r\n"))); err != nil {
			return err
		}
	}
	return p.finish()
}

// take parses a line, which is text[from:to].
func (p *parser) take(line string, from, to int) error {
	switch {
	case line == "" || line[0] == '(':
		return nil
	case line[0] == ';':
		if p.header {
			p.numbers.parseComment(line)
		}
		return nil
	case p.over && line != "%" && line != "M00" && line != "M30":
		return p.fail("", "expected nothing after the end of the program, found %s", budget.Quote(line))
	case !p.begun && line == "%": // some programs also write it before the header
		return nil
	case !p.begun && line != "M48":
		return p.fail("", "expected M48, the beginning of an Excellon drill file, found %s", budget.Quote(line))
	case !p.begun:
		p.begun = true
		return nil
	case p.header:
		return p.headerLine(line)
	}
	return p.bodyLine(line, from, to)
}

// headerLine parses the header lines that matter and ignores the rest.
func (p *parser) headerLine(line string) error {
	line, _, _ = strings.Cut(line, ";")
	line = strings.TrimSpace(line)
	switch word, _, _ := strings.Cut(line, ","); {
	case line == "%" || line == "M95":
		p.header = false
	case word == "METRIC" || word == "INCH" || word == "M71" || word == "M72":
		return p.units(word, line)
	case line == "FMAT,1":
		return p.fail("FMAT,1", "format 1 is not supported: expected FMAT,2")
	case line == "ICI" || line == "ICI,ON" || word == "G91":
		return p.fail(word, "incremental coordinates are not supported: expected absolute coordinates (G90)")
	case len(line) > 1 && line[0] == 'T' && isDigit(line[1]):
		t, _, err := p.parseTool(line)
		if err != nil {
			return err
		}
		p.define(t)
	}
	return nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

const digits = "0123456789"

// prefix returns the number of bytes at the start of a text that are in a set.
func prefix(text, set string) int { return len(text) - len(strings.TrimLeft(text, set)) }

// units sets the unit. A file must not change its unit.
func (p *parser) units(word, line string) error {
	before := p.numbers
	p.numbers.parseUnits(line)
	if before.unit != "" && before.unit != p.numbers.unit {
		return p.fail(word, "the unit changes to %s after %s: expected one unit for the whole file", p.numbers.unit, before.unit)
	}
	if before != p.numbers && len(p.holes) > 0 {
		return p.fail(word, "the number format changes after the first hole: expected one format for all holes")
	}
	p.file.Unit = p.numbers.unit
	return nil
}

// parseTool parses a line such as T1C0.8 or T01F00S00C0.0200.
func (p *parser) parseTool(line string) (t Tool, diameter bool, err error) {
	end := 1 + prefix(line[1:], digits)
	if t.Number, err = strconv.Atoi(line[1:end]); err != nil || end > 7 {
		return t, false, p.fail("", "expected a tool number, found %s", budget.Quote(line))
	}
	_, text, diameter := strings.Cut(line[end:], "C")
	if !diameter {
		return t, false, nil
	}
	t.Diameter, err = strconv.ParseFloat(text[:prefix(text, digits+".")], 64)
	if err != nil || !(t.Diameter >= 0 && t.Diameter <= largest) {
		return t, true, p.fail(fmt.Sprintf("T%d", t.Number), "expected a diameter after C, found %s", budget.Quote(text))
	}
	return t, true, nil
}

// define adds a tool, or changes its diameter.
func (p *parser) define(t Tool) {
	if i, known := p.tools[t.Number]; known {
		p.file.Tools[i] = t
		return
	}
	p.tools[t.Number] = len(p.file.Tools)
	p.file.Tools = append(p.file.Tools, t)
}

// finish performs the checks that are possible only at the end of a file.
func (p *parser) finish() error {
	if p.route != nil {
		p.line = p.route.line
		return p.fail("G00", "the routed path does not end: expected M16")
	}
	if !p.begun {
		return p.fail("", "expected M48, the beginning of an Excellon drill file, found nothing")
	}
	if err := p.addWay(); err != nil {
		return err
	}
	p.endRun()
	if p.file.Unit == "" {
		p.line = 0
		return p.fail("", "the file contains no unit: expected METRIC or INCH in the header")
	}
	p.numbers.points = p.points && !p.digits
	p.file.Format = p.numbers.String()
	if !p.over {
		p.note("the file does not end with M30: is it complete?")
	}
	return nil
}

// note adds a note for the user.
func (p *parser) note(message string, a ...any) {
	p.file.Notes = append(p.file.Notes, fmt.Sprintf(message, a...))
}

func (p *parser) fail(code, message string, a ...any) error {
	return &format.Error{File: p.name, Line: p.line, Section: code, Msg: fmt.Sprintf(message, a...)}
}
