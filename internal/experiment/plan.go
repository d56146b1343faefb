package experiment

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// A Plan is an experiment: it specifies which contestants solve which instances, how often and with
// which limits.
type Plan struct {
	Title string `toml:"title"`
	About string `toml:"about,omitempty"` // purpose of the experiment, for readers

	Size
	// Paired gives all contestants the same seeds, so that their runs can be compared in pairs.
	Paired bool `toml:"paired,omitempty"`
	// Warmup is the number of unrecorded runs before the first run of a contestant on an instance.
	// nil means 1 for contestants with the engine opencl, and 0 for others.
	Warmup *int `toml:"warmup,omitempty"`
	// A contestant that specifies no engine runs with each of Engines. A contestant that specifies
	// no number of threads runs with each of Threads.
	Engines []string `toml:"engines,omitempty"`
	Threads []int    `toml:"threads,omitempty"`

	Contestants []Contestant `toml:"contestant"`
	// Instance contains limits for single instances, by name.
	Instance map[string]Limits `toml:"-"`

	Full  *Size  `toml:"full,omitempty"`  // changes at full size
	Paper *Paper `toml:"paper,omitempty"` // table or figure that the plan reproduces
}

// A Size is the amount of work of a plan.
type Size struct {
	Instances []string `toml:"instances,omitempty"` // files, globs, or other names for Bench.Open
	Runs      int      `toml:"runs,omitempty"`      // runs of each contestant on each instance
	Seeds     []uint64 `toml:"seeds,omitempty"`     // seeds of all contestants, instead of Runs
	// In TOML, the fields of Limits are keys of the enclosing table.
	Limits Limits `toml:"-"`
}

// A Contestant is an algorithm with its parameters.
type Contestant struct {
	Name      string         `toml:"name" json:"name"`
	Algorithm string         `toml:"algorithm" json:"algorithm"`
	Params    map[string]any `toml:"params,omitempty" json:"params,omitempty"`
	// "", "cpu" or "opencl"
	Engine string `toml:"engine,omitempty" json:"engine,omitempty"`
	// Launch is the launch configuration of kernels, in the form GROUPxWAVE or GROUPxall.
	Launch string `toml:"launch,omitempty" json:"launch,omitempty"`
	// Threads is the number of threads. 0 means all cores.
	Threads int `toml:"threads,omitempty" json:"threads,omitempty"`
	// Instances contains the names of the contestant's instances. nil means all.
	Instances []string `toml:"instances,omitempty" json:"instances,omitempty"`
	// Full contains the limits of this contestant at full size.
	Full   *Limits `toml:"-" json:"-"`
	Limits Limits  `toml:"-" json:"-"`
}

// A Paper is the table or figure of a publication that a plan reproduces.
type Paper struct {
	Cites   string  `toml:"cites"`             // key in docs/papers.md
	Item    string  `toml:"item"`              // for example "Table 8"
	Measure string  `toml:"measure"`           // see Measures
	Summary string  `toml:"summary,omitempty"` // see Summaries; "" means the mean
	Figures Figures `toml:"figures,omitempty"`
	Claims  []Claim `toml:"claims,omitempty"`
	Remark  string  `toml:"remark,omitempty"` // differences from the paper, with reasons
	// command that produces the figures, if contestants do not
	Command string `toml:"command,omitempty"`
}

// Figures are the numbers reported in a paper, by instance and contestant. The instance
// [AllInstances] contains the means over all instances, and the contestant [FriedmanP] contains the
// p-value of a test of all contestants.
type Figures map[string]map[string]float64

// Special instance and contestant names; see Figures.
const (
	AllInstances = "all"
	FriedmanP    = "Friedman p"
)

// ReadPlan reads a plan in TOML of at most [budget.Small] bytes. The name is used in error
// messages.
func ReadPlan(r io.Reader, name string) (*Plan, error) {
	text, err := budget.ReadAll(r, budget.Small)
	if err == nil {
		err = checkDepth(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := &Plan{}
	err = p.parse(string(text))
	if fault, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, fmt.Errorf("%s:%d: %s", name, fault.Position.Line, fault.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", name, budget.Message(err.Error()))
	}
	return p, nil
}

// Limits on the structure of a plan. Package toml needs a kilobyte of memory for every open
// bracket, and memory and time that grow with the square of the number of parts of a key.
const (
	maxBrackets = 100
	maxParts    = 100
)

// checkDepth rejects a text with many open brackets or a key of many parts. It counts brackets and
// points in strings too, which ordinary plans have few of.
func checkDepth(text []byte) error {
	line, open, parts := 1, 0, 0
	for _, c := range text {
		switch c {
		case '.':
			parts++
		case '[', '{':
			open, parts = open+1, 0
		case ']', '}':
			open, parts = max(open-1, 0), 0
		case '\n', ',', '=':
			parts = 0
		}
		if c == '\n' {
			line++
		}
		if open > maxBrackets || parts > maxParts {
			return fmt.Errorf("line %d is nested too deeply: expected at most %d levels", line, maxParts)
		}
	}
	return nil
}

func (p *Plan) parse(text string) error {
	var tables map[string]any
	meta, err := toml.Decode(text, p)
	if err == nil {
		_, err = toml.Decode(text, &tables)
	}
	if err != nil {
		return err
	}
	if unknown := slices.DeleteFunc(meta.Undecoded(), isLimit); len(unknown) > 0 {
		return fmt.Errorf("unknown key %q", unknown[0].String())
	}
	if err := p.setLimits(tables); err != nil {
		return err
	}
	for i := range p.Contestants {
		p.Contestants[i].complete()
	}
	return p.Validate()
}

// complete sets the default name of a contestant.
func (c *Contestant) complete() {
	c.Name = cmp.Or(c.Name, c.Algorithm)
}

// AtFullSize returns the plan at its full size.
func (p *Plan) AtFullSize() *Plan {
	if p.Full == nil {
		return p
	}
	full := *p
	if len(p.Full.Instances) > 0 {
		full.Instances = p.Full.Instances
	}
	if p.Full.Runs > 0 || len(p.Full.Seeds) > 0 {
		full.Runs, full.Seeds = p.Full.Runs, p.Full.Seeds
	}
	full.Limits = p.Full.Limits.or(p.Limits)
	full.Full, full.Contestants = nil, slices.Clone(p.Contestants)
	for i, c := range full.Contestants {
		if c.Full != nil {
			full.Contestants[i].Limits = c.Full.or(c.Limits)
		}
	}
	return &full
}

// Validate reports all faults of a plan.
func (p *Plan) Validate() error {
	faults := []error{p.validateSize(), p.validateEngines()}
	fault := func(format string, a ...any) { faults = append(faults, fmt.Errorf(format, a...)) }
	if strings.TrimSpace(p.Title) == "" {
		fault("title: expected a single line of text")
	}
	if byCommand := p.Paper != nil && p.Paper.Command != ""; byCommand != (len(p.Contestants) == 0) {
		fault("contestant: expected at least one [[contestant]], or a command under [paper]")
	}
	for _, c := range p.Contestants {
		faults = append(faults, c.validate())
	}
	for _, name := range slices.Sorted(maps.Keys(p.Instance)) {
		if err := p.Instance[name].Validate(); err != nil {
			fault("instance %q: %w", name, err)
		}
	}
	if p.Full != nil {
		if err := p.Full.validateSize(); err != nil {
			fault("full: %w", err)
		}
	}
	if p.Paper != nil {
		faults = append(faults, p.Paper.validate())
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	if p.Warmup != nil && (*p.Warmup < 0 || *p.Warmup > mostWarmups) {
		return fmt.Errorf("warmup: expected a number of runs from 0 to %d, found %d", mostWarmups, *p.Warmup)
	}
	if name, twice := repeated(p.Names()); twice {
		return fmt.Errorf("contestant %q: duplicate name", name)
	}
	if p.Paper != nil {
		if err := p.validateClaims(); err != nil {
			return err
		}
	}
	return p.validateSetups()
}

// validateSetups rejects contestants that differ only in their names, because their runs would be
// the same.
func (p *Plan) validateSetups() error {
	all := p.expanded()
	for i, b := range all {
		for _, a := range all[:i] {
			apart := len(a.Instances) > 0 && len(b.Instances) > 0 && !slices.ContainsFunc(a.Instances, func(name string) bool { return slices.Contains(b.Instances, name) })
			if !apart && (Run{Contestant: a, Limits: a.Limits}).Setup() == (Run{Contestant: b, Limits: b.Limits}).Setup() {
				return fmt.Errorf("contestants %q and %q run the same: expected different algorithms, parameters, engines, threads or limits", a.Name, b.Name)
			}
		}
	}
	return nil
}

// mostRuns is the maximum number of runs per pair.
const mostRuns = 100_000

// mostWarmups is the maximum number of warm-up runs.
const mostWarmups = 100

func (s Size) validateSize() error {
	faults := []error{s.Limits.Validate()}
	if s.Runs < 0 || s.Runs > mostRuns || s.Runs > 0 && len(s.Seeds) > 0 {
		faults = append(faults, fmt.Errorf("runs: expected a number of runs up to %d, or a list of seeds instead", mostRuns))
	}
	if seed, twice := repeated(s.Seeds); twice {
		faults = append(faults, fmt.Errorf("seeds: duplicate seed %d", seed))
	}
	return errors.Join(faults...)
}

func (p *Plan) validateEngines() error {
	var faults []error
	if _, twice := repeated(p.Engines); twice || slices.ContainsFunc(p.Engines, func(e string) bool { return !knownEngine(e) }) {
		faults = append(faults, fmt.Errorf("engines: expected cpu, opencl or both, found %q", p.Engines))
	}
	if _, twice := repeated(p.Threads); twice || slices.ContainsFunc(p.Threads, func(j int) bool { return j < 0 }) {
		faults = append(faults, fmt.Errorf("threads: expected distinct non-negative numbers, found %v", p.Threads))
	}
	return errors.Join(faults...)
}

func (c Contestant) validate() error {
	if c.Name == "" {
		return errors.New("contestant: expected an algorithm")
	}
	faults := []error{c.Limits.Validate()}
	if c.Full != nil {
		faults = append(faults, c.Full.Validate())
	}
	if !knownEngine(c.Engine) {
		faults = append(faults, fmt.Errorf("engine %q: expected cpu or opencl", c.Engine))
	}
	if _, err := json.Marshal(c.Params); err != nil { // keys and records are encoded as JSON
		faults = append(faults, fmt.Errorf("params: %w", err))
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("contestant %q: %w", c.Name, err)
	}
	return nil
}

// repeated returns a value that occurs more than once, if there is one.
func repeated[T comparable](values []T) (value T, twice bool) {
	seen := map[T]bool{}
	for _, v := range values {
		if seen[v] {
			return v, true
		}
		seen[v] = true
	}
	return value, false
}

func (p *Paper) validate() error {
	var faults []error
	if p.Command == "" && !slices.Contains(MeasureNames(), p.Measure) {
		faults = append(faults, fmt.Errorf("paper: measure %q: expected one of %s", p.Measure, strings.Join(MeasureNames(), ", ")))
	}
	if p.Summary != "" && !slices.Contains(Summaries(), p.Summary) {
		faults = append(faults, fmt.Errorf("paper: summary %q: expected one of %s", p.Summary, strings.Join(Summaries(), ", ")))
	}
	return errors.Join(faults...)
}

func knownEngine(name string) bool { return name == "" || name == "cpu" || name == "opencl" }

// warmup returns the number of warm-up runs of a contestant on each instance.
func (p *Plan) warmup(c Contestant) int {
	switch {
	case p.Warmup != nil:
		return *p.Warmup
	case c.Engine == "opencl":
		return 1
	}
	return 0
}

// pairs reports whether all contestants have the same seeds.
func (p *Plan) pairs() bool { return p.Paired || len(p.Seeds) > 0 }

// seeds returns the seeds of paired runs: those of the plan, or else 1, 2, 3, …
func (s Size) seeds() []uint64 {
	if len(s.Seeds) > 0 {
		return s.Seeds
	}
	seeds := make([]uint64, max(s.Runs, 1))
	for i := range seeds {
		seeds[i] = uint64(i + 1)
	}
	return seeds
}

// Keep removes all contestants except those with the given names. The names do not include the
// engine and number of threads.
func (p *Plan) Keep(names []string) error {
	var kept []Contestant
	for _, name := range names {
		i := slices.IndexFunc(p.Contestants, func(c Contestant) bool { return c.Name == name })
		if i < 0 {
			return fmt.Errorf("the plan contains no contestant %q", name)
		}
		kept = append(kept, p.Contestants[i])
	}
	p.Contestants = kept
	return nil
}
