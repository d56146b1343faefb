package drill

import (
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// refused maps unsupported commands to their meanings.
var refused = map[string]string{
	"G91": "incremental coordinates", "ICI": "incremental coordinates",
	"M01": "repeated patterns", "M02": "repeated patterns", "M08": "repeated patterns", "M25": "repeated patterns",
	"M70": "swapped axes", "M80": "mirrored axes", "M90": "mirrored axes",
	"M97": "drilled text", "M98": "drilled text",
	"G82": "component hole patterns", "G83": "component hole patterns", "G84": "circles of holes",
	"G32": "routed circles", "G33": "routed circles", "G92": "shifted zero points", "G93": "shifted zero points",
}

// between contains the commands that do not affect later holes. Holes before such a command are not
// mixed with holes after it.
var between = map[string]bool{"G90": true, "G04": true, "M06": true, "M09": true, "M47": true, "M45": true, "M18": true, "FMAT,2": true}

// bodyLine parses a line after the header.
func (p *parser) bodyLine(line string, from, to int) error {
	code := commandOf(line)
	if drills(code) && p.ended != nil {
		p.ended.to, p.ended.Text = to, p.file.text[p.ended.from:to]
		p.routed = false
		return p.addWay()
	}
	if err := p.addWay(); err != nil {
		return err
	}
	numbered := len(line) > 1 && isDigit(line[1])
	switch {
	case p.route != nil:
		return p.routeLine(code, line, to)
	case line[0] == 'X' || line[0] == 'Y':
		return p.hole(line, from, to)
	case line[0] == 'R' && numbered:
		return p.repeat(line, to)
	case line[0] == 'T' && numbered:
		return p.pick(line)
	case code == "G00":
		return p.beginWay(line, from)
	}
	return p.command(code, line)
}

// drills reports whether a command starts drill mode.
func drills(code string) bool { return code == "G05" || code == "G81" }

// command parses a line that is neither a hole nor a tool. The line separates the holes before it
// from the holes after it.
func (p *parser) command(code, line string) error {
	switch {
	case drills(code):
		p.routed = false
	case code == "M30" || code == "M00":
		p.over = true
	case code == "METRIC" || code == "INCH" || code == "M71" || code == "M72":
		if err := p.units(code, line); err != nil {
			return err
		}
	case line == "%" || line == "M95" || between[code] || between[line]:
	case line == "G93X0Y0": // does not move the origin
	case refused[code] != "":
		return p.fail(code, "%s are not supported", refused[code])
	default:
		return p.fail("", "expected a hole such as X1500Y2000, a tool such as T1, or M30, found %s", budget.Quote(line))
	}
	p.endRun()
	return nil
}

// commandOf returns the command at the start of a line: a letter and two digits, or a word.
func commandOf(line string) string {
	if len(line) >= 3 && (line[0] == 'G' || line[0] == 'M') && isDigit(line[1]) && isDigit(line[2]) {
		return line[:3]
	}
	word, _, _ := strings.Cut(line, ",")
	return strings.TrimSpace(word)
}

// pick selects a tool.
func (p *parser) pick(line string) error {
	p.endRun()
	t, diameter, err := p.parseTool(line)
	if err != nil {
		return err
	}
	if diameter {
		p.define(t)
	} else if i, known := p.tools[t.Number]; known {
		t = p.file.Tools[i]
	} else {
		p.miss(t)
	}
	p.tool, p.picked = t, t.Number > 0
	return nil
}

// mostMissed is the maximum number of undefined tools that are noted.
const mostMissed = 10

// miss adds a note about a tool that no line defines, once per tool.
func (p *parser) miss(t Tool) {
	if t.Number == 0 || p.missed[t.Number] || len(p.missed) == mostMissed {
		return
	}
	p.missed[t.Number] = true
	p.note("line %d: T%d is not defined in the header: its diameter is unknown", p.line, t.Number)
}

// endRun ends the current run of holes.
func (p *parser) endRun() {
	if p.first < len(p.holes) {
		p.file.Runs = append(p.file.Runs, Run{Tool: p.tool, Holes: p.holes[p.first:len(p.holes):len(p.holes)]})
	}
	p.first = len(p.holes)
}

// add adds a hole to the current run. Holes that leave the machine in route mode are not mixed with
// holes that leave it ready to drill.
func (p *parser) add(h Hole) error {
	if !p.picked {
		return p.fail("", "the hole has no tool: expected a line such as T1 before it")
	}
	if p.mixes == p.routed {
		p.endRun()
	}
	p.mixes = !p.routed
	p.holes = append(p.holes, h)
	return nil
}

// hole parses X1500Y2000 and X1500Y2000G85X1600Y2000.
func (p *parser) hole(line string, from, to int) error {
	if p.routed {
		return p.fail("", "the line is a move in route mode: expected G05 before a hole")
	}
	start, rest, err := p.move(line, p.at)
	if err != nil {
		return err
	}
	if start.xWord == "" || start.yWord == "" {
		return p.fail("", "expected X and Y, found %s: no earlier line sets the missing coordinate", budget.Quote(line))
	}
	h := Hole{X: start.x, Y: start.y, from: from, to: to, Count: 1, Text: p.file.text[from:to]}
	if !start.hasX || !start.hasY {
		h.Text = start.xWord + start.yWord + line[len(line)-len(rest):] + p.file.text[from+len(line):to]
	}
	p.at = start
	if end, ok := strings.CutPrefix(rest, "G85"); ok {
		h.Kind = Slot
		if p.at, rest, err = p.move(end, start); err != nil {
			return err
		}
		if !p.at.hasX && !p.at.hasY {
			return p.fail("G85", "expected the end of the slot, found %s", budget.Quote(end))
		}
	}
	if err := p.nothing(rest); err != nil {
		return err
	}
	return p.add(h)
}

// nothing rejects the rest of a line unless it is empty or a comment.
func (p *parser) nothing(rest string) error {
	if rest = strings.TrimSpace(rest); rest != "" && rest[0] != ';' && rest[0] != '(' {
		return p.fail("", "expected the end of the line after the coordinates, found %s", budget.Quote(rest))
	}
	return nil
}

// move parses X and Y. A missing coordinate keeps its value.
func (p *parser) move(text string, at spot) (to spot, rest string, err error) {
	to = at
	to.hasX, to.hasY = false, false
	for text != "" && (text[0] == 'X' && !to.hasX || text[0] == 'Y' && !to.hasY) {
		end := 1 + prefix(text[1:], digits+"+-.")
		v, err := p.number(text[1:end])
		if err != nil {
			return to, "", p.fail(text[:1], "%v", err)
		}
		if text[0] == 'X' {
			to.x, to.xWord, to.hasX = v, text[:end], true
		} else {
			to.y, to.yWord, to.hasY = v, text[:end], true
		}
		text = text[end:]
	}
	return to, text, nil
}

// number parses a coordinate. If the file does not specify which zeros are omitted, the first
// coordinate without a decimal point triggers a guess.
func (p *parser) number(text string) (float64, error) {
	if strings.Contains(text, ".") {
		p.points = true
		return p.numbers.parse(text)
	}
	p.digits = true
	if p.numbers.zeros == unsaid {
		p.numbers.zeros = guessZeros(p.file.text)
		whole, decimals := p.numbers.digits()
		p.note("the file contains neither LZ nor TZ: its numbers are read as %d:%d, %s",
			whole, decimals, map[zeros]string{leading: "with leading zeros", trailing: "with trailing zeros"}[p.numbers.zeros])
	}
	return p.numbers.parse(text)
}

// guessZeros looks for a coordinate that starts with a zero, which a program that omits leading
// zeros does not write.
func guessZeros(text string) zeros {
	for line := range strings.Lines(text) {
		if line = strings.TrimLeft(line, " \t"); line == "" || strings.IndexByte("XYG", line[0]) < 0 {
			continue
		}
		for i := range len(line) - 2 {
			if (line[i] == 'X' || line[i] == 'Y') && line[i+1] == '0' && isDigit(line[i+2]) {
				return leading
			}
		}
	}
	return trailing
}

// mostRepeats is the maximum number of repeats in a file. No real board needs that many.
const mostRepeats = 1_000_000

// repeat parses R8X250, which adds eight holes, each at the given offset from the previous one. The
// repeats stay with their hole.
func (p *parser) repeat(line string, to int) error {
	end := 1 + prefix(line[1:], digits)
	n, err := strconv.Atoi(line[1:end])
	if err != nil || n > mostRepeats-p.repeats {
		return p.fail("R", "expected at most %d repeats in a file, found %s", mostRepeats, budget.Quote(line))
	}
	if p.first == len(p.holes) || p.holes[len(p.holes)-1].Kind != Drilled {
		return p.fail("R", "expected a single hole before the repeats")
	}
	by, rest, err := p.move(line[end:], spot{})
	if err != nil {
		return err
	}
	if !by.hasX && !by.hasY {
		return p.fail("R", "expected the distance between repeats, such as R8X250, found %s", budget.Quote(line))
	}
	if err := p.nothing(rest); err != nil {
		return err
	}
	p.repeats += n
	h := &p.holes[len(p.holes)-1]
	h.stepX, h.stepY = by.x, by.y
	h.Text += p.file.text[h.to:to]
	h.to, h.Kind, h.Count = to, Repeated, int32(1+n)
	p.at = spot{} // no line states the position after the repeats
	return nil
}
