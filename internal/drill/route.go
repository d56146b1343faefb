package drill

import (
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// beginWay starts a routed path: G00X1500Y2000, M15, G01X1600Y2000, M16 and optionally G05. Its
// lines stay together, and it counts as a hole at its start.
func (p *parser) beginWay(line string, from int) error {
	start, rest, err := p.move(line[len("G00"):], p.at)
	if err != nil {
		return err
	}
	if !start.hasX || !start.hasY {
		return p.fail("G00", "expected X and Y of the start of a routed path, found %s", budget.Quote(line))
	}
	p.at = start
	p.route = &way{from: from, line: p.line, start: start}
	return p.nothing(rest)
}

// routeLine parses a line of a routed path.
func (p *parser) routeLine(code, line string, to int) error {
	switch {
	case code == "M15" && !p.route.down:
		p.route.down = true
		return nil
	case (code == "M16" || code == "M17") && p.route.down:
		p.endWay(to)
		return nil
	case !p.route.down:
		return p.fail(code, "expected M15 after G00, found %s", budget.Quote(line))
	case code == "G40" || code == "G41" || code == "G42" || line[0] == 'F':
		return nil
	case code == "G01" || code == "G02" || code == "G03":
		line = line[len(code):]
	case line[0] != 'X' && line[0] != 'Y':
		return p.fail(code, "expected moves and then M16 in the routed path that starts on line %d, found %s", p.route.line, budget.Quote(line))
	}
	end, rest, err := p.move(line, p.at)
	if err != nil {
		return err
	}
	p.at = end
	if strings.HasPrefix(rest, "A") || strings.HasPrefix(rest, "I") || strings.HasPrefix(rest, "J") {
		return nil // ignore the shape of an arc
	}
	return p.nothing(rest)
}

// endWay converts a routed path into a hole.
func (p *parser) endWay(to int) {
	w := p.route
	p.route = nil
	p.routed = true
	p.ended = &Hole{X: w.start.x, Y: w.start.y, Kind: Routed, Count: 1, from: w.from, to: to, Text: p.file.text[w.from:to]}
}

// addWay adds the finished path, if there is one.
func (p *parser) addWay() error {
	if p.ended == nil {
		return nil
	}
	h := *p.ended
	p.ended = nil
	return p.add(h)
}
