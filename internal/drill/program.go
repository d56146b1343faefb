package drill

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// G-code is read for its drill cycles: G81 and its relatives drill a hole at every position until
// G80 or another motion. A hole is the X and Y words of a line, and only they change their places:
// all other words, comments and line numbers stay.

// cycles contains the drill cycles: spotting, dwelling, pecking, breaking chips, tapping, boring.
var cycles = map[string]bool{
	"G73": true, "G74": true, "G81": true, "G82": true, "G83": true, "G84": true, "G85": true, "G86": true, "G89": true,
}

// motions contains the commands that end a drill cycle.
var motions = map[string]bool{"G80": true, "G0": true, "G1": true, "G2": true, "G3": true, "G33": true, "G76": true, "G87": true, "G88": true}

// calm contains the commands that may be on the line of a hole, because all lines of a program
// repeat them or because they are part of the signature of the hole.
var calm = map[string]bool{"G90": true, "G98": true, "G99": true, "G17": true, "G94": true}

// unsupported maps the commands that change the meaning of coordinates to their meanings.
var unsupported = map[string]string{
	"G16": "polar coordinates", "G51": "scaled coordinates", "G68": "rotated coordinates",
	"G18": "drill cycles in other planes than XY", "G19": "drill cycles in other planes than XY",
}

// calls maps the commands that run other code to their meanings. They are supported outside drill
// cycles.
var calls = map[string]string{"G65": "macros", "G66": "macros", "M97": "subprograms", "M98": "subprograms"}

// elsewhere contains the commands after which the position is unknown.
var elsewhere = map[string]bool{
	"G28": true, "G30": true, "G53": true, "G52": true, "G92": true, "G65": true, "G66": true, "M97": true, "M98": true,
}

// offsets contains the commands that select a zero point, before the move on the same line.
var offsets = map[string]bool{"G54": true, "G55": true, "G56": true, "G57": true, "G58": true, "G59": true}

// drillCycle matches a line with a drill cycle.
var drillCycle = regexp.MustCompile(`(?im)^[ \t]*([A-Z][ \t]*[-+]?[\d.]+[ \t]*)*G0?(73|74|8[1-69])[ \t]*([A-Z][ \t]*[-+]?[\d.]+[ \t]*)+([(;].*)?\r?$`)

// programEndings returns the extensions of G-code.
func programEndings() []string { return []string{".nc", ".ngc", ".tap", ".gcode", ".cnc"} }

// isProgram reports whether a text is G-code instead of an Excellon file.
func isProgram(text, name string) bool {
	return !isExcellon(text) && (slices.Contains(programEndings(), Ending(name)) || drillCycle.MatchString(text))
}

// A program parses G-code line by line.
type program struct {
	parser
	words    []word
	cycle    string // active drill cycle; "" for none
	retract  string // G98 or G99
	relative bool   // whether coordinates are relative to the previous position
	lost     bool   // whether the line moves to a place that is unknown
	feeds    bool   // whether moves cut: G1, G2, G3
	looseX   bool   // whether X is that of the last hole, which depends on the order of the holes
	looseY   bool
	ready    int // tool that the next M6 selects
	values   ['Z' + 1]string
	state    string // signature of a hole: the words that describe it, except its position
	stale    bool   // whether the signature may have changed
	low      bool   // whether there is a note about G99
}

// parseProgram reads the drill cycles of G-code.
func parseProgram(text, name string) (*File, error) {
	p := &program{parser: parser{file: &File{text: text, Format: "G-code"}, name: name, tools: map[int]int{}, missed: map[int]bool{}}}
	end := 0
	for raw := range strings.Lines(text) {
		from := end
		end += len(raw)
		p.line++
		if err := p.block(strings.TrimRight(raw, "\r\n"), from); err != nil {
			return nil, err
		}
	}
	p.endRun()
	switch {
	case len(p.file.Runs) == 0:
		return nil, &format.Error{File: name, Msg: "the G-code contains no holes: expected drill cycles such as G81 X10 Y20 Z-2 R1 F100"}
	case p.file.Unit == "":
		p.file.Unit = Millimetre
		p.note("the program contains neither G20 nor G21: its unit is taken to be mm")
	}
	if !p.over {
		p.note("the program does not end with M30, M2 or %%: is it complete?")
	}
	return p.file, nil
}

// block parses a line that starts at an offset of the text. Lines after the end of the program,
// such as subprograms, are not read.
func (p *program) block(line string, from int) error {
	text := strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
	switch {
	case text == "" || p.over || programNumber.MatchString(text):
		return nil
	case text == "%":
		p.over = p.begun
		return nil
	case text[0] == '/' && (p.cycle != "" || drillCycle.MatchString(text[1:])):
		return p.fail("/", "optional blocks are not supported in drill cycles")
	case text[0] == '/':
		p.at = spot{}
		return nil
	}
	return p.run(strings.TrimPrefix(line, "\ufeff"), from+len(line)-len(strings.TrimPrefix(line, "\ufeff")))
}

// run executes the words of a line that starts at an offset of the text.
func (p *program) run(line string, from int) error {
	if err := p.split(line); err != nil || len(p.words) == 0 {
		return err
	}
	p.begun = true
	p.stale = p.stale || slices.ContainsFunc(p.words, func(w word) bool { return strings.IndexByte("NXY", w.letter) < 0 })
	if err := p.commands(); err != nil {
		return err
	}
	return p.position(line, from)
}

// programNumber matches the number of a program.
var programNumber = regexp.MustCompile(`^[Oo:]\d+\s*(\(.*\))?$`)

// commands executes the words of a line that are not part of its position.
func (p *program) commands() error {
	p.lost = false
	changes := false
	for _, w := range p.words {
		switch w.letter {
		case 'G', 'M':
			if err := p.command(w.code()); err != nil {
				return err
			}
			changes = changes || w.code() == "M6"
		case 'T':
			p.ready = int(w.number)
			changes = changes || !p.picked
		}
	}
	if changes && p.ready > 0 {
		p.change()
	}
	return nil
}

// command executes a G or M word. A word that may affect later holes separates them from the
// earlier ones.
func (p *program) command(code string) error {
	switch {
	case unsupported[code] != "":
		return p.fail(code, "%s are not supported", unsupported[code])
	case calls[code] != "" && p.cycle != "":
		return p.fail(code, "%s are not supported in drill cycles", calls[code])
	case cycles[code]:
		p.cycle = code
	case code == "G98" || code == "G99":
		p.retract = code
	case calm[code]:
		p.relative = p.relative && code != "G90"
	default:
		return p.separate(code)
	}
	return nil
}

// separate executes a word that is not part of a drill cycle.
func (p *program) separate(code string) error {
	p.endRun()
	switch {
	case code == "G20" || code == "G21":
		return p.inUnit(code)
	case code == "G91":
		p.relative = true
	case motions[code]:
		p.cycle, p.feeds = "", code != "G0" && code != "G80"
		for letter := range p.values {
			if letter != 'F' && letter != 'S' {
				p.values[letter] = ""
			}
		}
	case elsewhere[code] || offsets[code]:
		p.lost, p.at = elsewhere[code], spot{}
		if code == "G92" && (p.looseX || p.looseY) {
			return p.fail(code, "the zero point depends on the last hole, which sorting changes")
		}
	case code == "M30" || code == "M2":
		p.over = true
	}
	return nil
}

// inUnit sets the unit. A program must not change its unit.
func (p *program) inUnit(code string) error {
	unit := map[string]string{"G20": Inch, "G21": Millimetre}[code]
	if p.file.Unit != "" && p.file.Unit != unit {
		return p.fail(code, "the unit changes to %s after %s: expected one unit for the whole program", unit, p.file.Unit)
	}
	p.file.Unit = unit
	return nil
}

// change selects the tool that is ready.
func (p *program) change() {
	p.endRun()
	if _, known := p.tools[p.ready]; !known {
		p.define(Tool{Number: p.ready})
	}
	p.tool, p.picked = p.file.Tools[p.tools[p.ready]], true
}

// position handles the X and Y words of a line: a hole if a drill cycle is active, and otherwise a
// move.
func (p *program) position(line string, from int) error {
	at := placeOf(p.words)
	switch {
	case p.cycle == "" || p.lost:
		if err := p.mayMove(); err != nil {
			return err
		}
		p.moveTo(line, at)
		return nil
	case at.split:
		return p.fail("", "expected X and Y next to each other, found %s", budget.Quote(line))
	}
	repeats, err := p.describe(line)
	if err != nil {
		return err
	}
	switch {
	case repeats == 0:
		p.endRun()
		p.moveTo(line, at)
		return nil
	case at.none():
		return p.inPlace(from + len(line))
	case p.relative:
		return p.fail("G91", "incremental coordinates in a drill cycle are not supported: expected absolute coordinates (G90)")
	}
	return p.holeAt(line, at, from)
}

// A place is the X and Y words of a line.
type place struct {
	x, y  *word
	split bool // whether there is a word between them
}

func (a place) none() bool { return a.x == nil && a.y == nil }

func placeOf(words []word) (a place) {
	first := -1
	for i := range words {
		switch words[i].letter {
		case 'X':
			a.x = &words[i]
		case 'Y':
			a.y = &words[i]
		default:
			continue
		}
		if first < 0 {
			first = i
		}
		a.split = i-first > 1
	}
	return a
}

// bounds returns the range of the words in the line.
func (a place) bounds() (from, to int) {
	switch {
	case a.x == nil:
		return a.y.from, a.y.to
	case a.y == nil:
		return a.x.from, a.x.to
	}
	return min(a.x.from, a.y.from), max(a.x.to, a.y.to)
}

// moveTo sets the position of the machine.
func (p *program) moveTo(line string, a place) {
	p.looseX, p.looseY = p.looseX && (a.x == nil || p.relative), p.looseY && (a.y == nil || p.relative)
	if p.lost || p.relative && !a.none() {
		p.at = spot{}
		return
	}
	if a.x != nil {
		p.at.x, p.at.xWord = a.x.number, line[a.x.from:a.x.to]
	}
	if a.y != nil {
		p.at.y, p.at.yWord = a.y.number, line[a.y.from:a.y.to]
	}
}

// mayMove returns an error if the line cuts from the position of the last hole, which sorting
// changes. Rapid moves may start anywhere.
func (p *program) mayMove() error {
	moves := slices.ContainsFunc(p.words, func(w word) bool { return strings.IndexByte("XYZABCIJ", w.letter) >= 0 })
	if moves && p.feeds && !p.lost && (p.looseX || p.looseY) {
		return p.fail("", "the move starts at the last hole, which sorting changes: expected a rapid move (G0) to X and Y first")
	}
	return nil
}

// describe remembers the words that describe the holes, and returns how many holes a line drills:
// 1, or 0 if it only prepares a cycle or has the word L0 or K0.
func (p *program) describe(line string) (repeats float64, err error) {
	repeats = 1
	pecks := slices.ContainsFunc(p.words, func(w word) bool { return w.letter == 'I' || w.letter == 'J' })
	moves := false
	for _, w := range p.words {
		switch {
		case w.letter == 'X' || w.letter == 'Y' || w.letter == 'Z':
			moves = true
		case w.letter == 'L' || w.letter == 'K' && !pecks:
			repeats = w.number
		}
		if strings.IndexByte("GMNTXYLK", w.letter) < 0 || w.letter == 'K' && pecks {
			p.values[w.letter] = line[w.from:w.to]
		}
	}
	switch {
	case repeats != 0 && repeats != 1:
		return 0, p.fail("", "repeated holes are not supported: expected L or K to be 0 or 1, found %s", budget.Quote(line))
	case !moves:
		return 0, nil
	}
	return repeats, nil
}

// inPlace adds a hole at the position of the machine, which no word of the line states. It stays
// where it is in the program.
func (p *program) inPlace(at int) error {
	switch {
	case p.looseX || p.looseY:
		return p.fail(p.cycle, "the hole is at the position of the previous hole, which sorting changes: expected X and Y")
	case p.at.xWord == "" || p.at.yWord == "":
		return p.fail(p.cycle, "the position of the hole is unknown: expected X and Y")
	}
	p.endRun()
	err := p.drillAt(Hole{X: p.at.x, Y: p.at.y, from: at, to: at, Count: 1})
	p.endRun()
	return err
}

// holeAt adds the hole at the position that a line states. It completes the position, because a
// different line may precede it in the new order.
func (p *program) holeAt(line string, a place, from int) error {
	start, end := a.bounds()
	text, before := line[start:end], p.at
	p.moveTo(line, a)
	switch {
	case p.at.xWord == "" || p.at.yWord == "":
		return p.fail("", "expected X and Y, found %s: no earlier line states the missing coordinate", budget.Quote(line))
	case a.x == nil:
		text = before.xWord + " " + text
	case a.y == nil:
		text += " " + before.yWord
	}
	return p.drillAt(Hole{X: p.at.x, Y: p.at.y, from: from + start, to: from + end, Count: 1, Text: text})
}

// drillAt adds a hole. Holes with different signatures are not mixed.
func (p *program) drillAt(h Hole) error {
	p.warn()
	if p.stale {
		if now := p.signature(); now != p.state {
			p.endRun()
			p.state = now
		}
		p.stale = false
	}
	h.cycle = p.state
	p.looseX, p.looseY = h.Text != "", h.Text != ""
	return p.add(h)
}

// warn adds notes about a hole without a tool, and about a tool that stays low.
func (p *program) warn() {
	if !p.picked {
		p.note("line %d: the program selects no tool: its holes are listed as T1", p.line)
		p.ready = 1
		p.change()
	}
	if p.retract == "G99" && !p.low {
		p.low = true
		p.note("line %d: after G99 the tool stays low between holes: check that no clamp is in its way in the new order", p.line)
	}
}

// signature returns the words that describe a hole, except its position.
func (p *program) signature() string {
	var s strings.Builder
	s.WriteString(p.cycle + p.retract)
	for letter := range p.values {
		s.WriteString(p.values[letter])
	}
	return s.String()
}
