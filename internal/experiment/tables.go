package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// setLimits sets the limits of a plan from its TOML tables.
func (p *Plan) setLimits(tables map[string]any) error {
	if err := job.SetPlan(&p.Limits, tables); err != nil {
		return err
	}
	if full, err := limitsIn(tables, "full"); err != nil {
		return err
	} else if full != nil {
		p.Full.Limits = *full
	}
	contestants, _ := tables["contestant"].([]map[string]any)
	for i := range contestants {
		if err := p.Contestants[i].setLimits(contestants[i]); err != nil {
			return fmt.Errorf("contestant %d: %w", i+1, err)
		}
	}
	instances, _ := tables["instance"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(instances)) {
		l, err := limitsIn(instances, name)
		if err != nil {
			return fmt.Errorf("instance: %w", err)
		}
		if p.Instance == nil {
			p.Instance = map[string]Limits{}
		}
		p.Instance[name] = *l
	}
	return nil
}

func (c *Contestant) setLimits(table map[string]any) (err error) {
	if err := job.SetPlan(&c.Limits, table); err != nil {
		return err
	}
	c.Full, err = limitsIn(table, "full")
	return err
}

// limitsIn returns the limits in an inner table, or nil if there is no such table.
func limitsIn(table map[string]any, name string) (*Limits, error) {
	value, found := table[name]
	if !found {
		return nil, nil
	}
	inner, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s: expected a table", name)
	}
	l := &Limits{}
	if err := job.SetPlan(l, inner); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// isLimit reports whether a key of a plan names a limit or a table of limits.
func isLimit(key toml.Key) bool {
	switch {
	case key[0] == "instance" && len(key) <= 2, len(key) == 2 && key[0] == "contestant" && key[1] == "full":
		return true
	case key[0] == "instance", len(key) == 3 && key[0] == "contestant" && key[1] == "full":
		key = key[2:]
	case key[0] == "full", key[0] == "contestant":
		key = key[1:]
	}
	return len(key) == 1 && slices.Contains(job.PlanKeys[Limits](), key[0])
}
