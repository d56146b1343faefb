package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A Plan is an experiment: which contestants solve which instances, how often and with which
// limits.
type Plan struct {
	Title string `toml:"title"`
	About string `toml:"about,omitempty"` // for people: the purpose of the experiment

	Size
	// Engines and Threads multiply the contestants that do not set their own.
	Engines []string `toml:"engines,omitempty"`
	Threads []int    `toml:"threads,omitempty"`

	Contestants []Contestant `toml:"contestant"`
	// Instance has limits of single instances by name.
	Instance map[string]Limits `toml:"-"`

	Full  *Size  `toml:"full,omitempty"`  // differences at full size
	Paper *Paper `toml:"paper,omitempty"` // the table or figure that the plan reproduces
}

// A Size is the amount of work of a plan.
type Size struct {
	Instances []string `toml:"instances,omitempty"` // files, globs, or other names for Bench.Open
	Runs      int      `toml:"runs,omitempty"`      // of each pair, with the seeds 1, 2, 3, …
	Seeds     []uint64 `toml:"seeds,omitempty"`     // instead of Runs
	Limits    Limits   `toml:"-"`                   // in TOML, its fields are keys of the same table
}

// A Contestant is an algorithm with its parameters.
type Contestant struct {
	Name      string         `toml:"name" json:"name"`
	Algorithm string         `toml:"algorithm" json:"algorithm"`
	Params    map[string]any `toml:"params,omitempty" json:"params,omitempty"`
	Engine    string         `toml:"engine,omitempty" json:"engine,omitempty"`       // "", "cpu" or "opencl"
	Launch    string         `toml:"launch,omitempty" json:"launch,omitempty"`       // of kernels, GROUPxWAVE
	Threads   int            `toml:"threads,omitempty" json:"threads,omitempty"`     // 0: all cores
	Instances []string       `toml:"instances,omitempty" json:"instances,omitempty"` // names of its instances; nil for all
	Full      *Limits        `toml:"-" json:"-"`                                     // its own limits at full size
	Limits    Limits         `toml:"-" json:"-"`
}

// A Paper is the table or figure of a publication that a plan reproduces.
type Paper struct {
	Cites   string  `toml:"cites"`             // a key of docs/papers.md
	Item    string  `toml:"item"`              // such as "Table 8"
	Measure string  `toml:"measure"`           // see Measures
	Summary string  `toml:"summary,omitempty"` // see Summaries; "" for the mean
	Figures Figures `toml:"figures,omitempty"`
	Remark  string  `toml:"remark,omitempty"`  // differences, with reasons
	Command string  `toml:"command,omitempty"` // measures it instead of contestants
}

// Figures are the numbers that a paper prints, by instance and contestant. The instance
// [AllInstances] has the means over all instances, and the contestant [FriedmanP] the p-value of a
// test of all contestants.
type Figures map[string]map[string]float64

// Names that are neither an instance nor a contestant: see Figures.
const (
	AllInstances = "all"
	FriedmanP    = "Friedman p"
)

// ReadPlan reads a plan in TOML. The name is for errors.
func ReadPlan(r io.Reader, name string) (*Plan, error) {
	var p Plan
	var tables map[string]any
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	meta, err := toml.Decode(string(text), &p)
	if err == nil {
		_, err = toml.Decode(string(text), &tables)
	}
	if err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return nil, fmt.Errorf("%s:%d: %s", name, parse.Position.Line, parse.Message)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if unknown := slices.DeleteFunc(meta.Undecoded(), isLimit); len(unknown) > 0 {
		return nil, fmt.Errorf("%s: unknown key %q", name, unknown[0].String())
	}
	if err := p.setLimits(tables); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i := range p.Contestants {
		p.Contestants[i].complete()
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &p, nil
}

// complete sets the default name of a contestant.
func (c *Contestant) complete() {
	if c.Name == "" {
		c.Name = c.Algorithm
	}
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
	full.Contestants = slices.Clone(p.Contestants)
	for i, c := range full.Contestants {
		if c.Full != nil {
			full.Contestants[i].Limits = c.Full.or(c.Limits)
		}
	}
	full.Full = nil
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
	if name, twice := repeated(p.Names()); twice {
		return fmt.Errorf("contestant %q: duplicate name", name)
	}
	return nil
}

// mostRuns is an upper bound on runs per pair.
const mostRuns = 100_000

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
	if _, err := json.Marshal(c.Params); err != nil { // keys and records are JSON
		faults = append(faults, fmt.Errorf("params: %w", err))
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("contestant %q: %w", c.Name, err)
	}
	return nil
}

// repeated returns a duplicate value.
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

// seeds returns the seeds of each pair of contestant and instance.
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

// Keep removes all contestants but those with the given names, which do not include engine and
// threads.
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
