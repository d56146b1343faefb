package report

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// admit drops records that repeat a run, because the same seed gives the same result, and, if
// excludeBusy is true, records of runs on a busy machine. Of several records of the same run, it
// keeps the first with a result. It counts a run as mixed if an earlier run has the same contestant
// and instance, but a different setup, or also the same seed and a different key.
func (c *Comparison) admit(records []experiment.Record, excludeBusy bool) []experiment.Record {
	type identity struct {
		instance, contestant, key string
		seed                      uint64
	}
	at, keys, setups := map[identity]int{}, map[identity]string{}, map[identity]string{}
	var kept []experiment.Record
	for _, r := range records {
		if excludeBusy && r.Busy {
			c.Excluded++
			continue
		}
		id := identity{r.Instance, r.Contestant, r.Key, r.Seed}
		if i, again := at[id]; again {
			if c.Repeated++; kept[i].Result == nil {
				kept[i] = r
			}
			continue
		}
		at[id] = len(kept)
		kept = append(kept, r)
		id.key = ""
		otherKey := differs(keys, id, r.Key)
		id.seed = 0
		if differs(setups, id, r.Setup) || otherKey {
			c.Mixed++
		}
	}
	return kept
}

// differs reports whether a map has a different value for a key. It stores the first value.
func differs[K comparable](values map[K]string, key K, value string) bool {
	first, has := values[key]
	if !has {
		values[key] = value
	}
	return has && first != value
}

// describe counts the records and collects their machines and start times.
func (c *Comparison) describe(records []experiment.Record) {
	c.Runs = len(records)
	for _, r := range records {
		if c.Title == "" {
			c.Title = humanize.Printable(r.Plan)
		}
		if r.Busy {
			c.Busy++
		}
		if m := cleaned(r.Machine); !slices.ContainsFunc(c.Machines, func(other experiment.Machine) bool { return same(m, other) }) {
			c.Machines = append(c.Machines, m)
		}
		if c.From.IsZero() || r.Started.Before(c.From) {
			c.From = r.Started
		}
		if r.Started.After(c.To) {
			c.To = r.Started
		}
	}
}

// cleaned returns a machine description in which every text is printable.
func cleaned(m experiment.Machine) experiment.Machine {
	for _, text := range []*string{&m.OS, &m.Arch, &m.CPU, &m.Go, &m.Version} {
		*text = humanize.Printable(*text)
	}
	m.Devices = slices.Clone(m.Devices)
	for i := range m.Devices {
		m.Devices[i] = humanize.Printable(m.Devices[i])
	}
	return m
}

// same reports whether two machines are the same. It ignores their clock rates.
func same(a, b experiment.Machine) bool {
	return a.OS == b.OS && a.Arch == b.Arch && a.CPU == b.CPU && a.Cores == b.Cores &&
		a.Go == b.Go && a.Version == b.Version && slices.Equal(a.Devices, b.Devices)
}

// group distributes the records over the cells. The instances are in the order of their first
// records.
func (c *Comparison) group(records []experiment.Record, first []string) error {
	var contestants []string
	running := distinct(records, func(r experiment.Record) string { return r.Contestant })
	for _, name := range slices.Concat(first, running) {
		if slices.Contains(running, name) && !slices.Contains(contestants, name) {
			contestants = append(contestants, name)
			c.Contestants = append(c.Contestants, humanize.Printable(name))
		}
	}
	for _, name := range distinct(records, func(r experiment.Record) string { return r.Instance }) {
		in := Instance{Name: c.instanceName(name), byGap: true}
		for _, contestant := range contestants {
			var own []experiment.Record
			for _, r := range records {
				if r.Instance == name && r.Contestant == contestant {
					own = append(own, r)
					in.byGap = in.byGap && !lacksGap(r)
				}
			}
			cell, err := newCell(own, c.Measure)
			if err != nil {
				return err
			}
			in.Cells = append(in.Cells, cell)
			c.Failed += cell.Failed
		}
		c.Instances = append(c.Instances, in)
	}
	return nil
}

// distinct returns the names of the records without duplicates, in the order of the records.
func distinct(records []experiment.Record, name func(experiment.Record) string) (names []string) {
	for _, r := range records {
		if !slices.Contains(names, name(r)) {
			names = append(names, name(r))
		}
	}
	return names
}

// instanceName returns the short name of an instance, unless a different instance already has that
// name.
func (c *Comparison) instanceName(instance string) string {
	name := humanize.Printable(experiment.InstanceName(instance))
	if slices.ContainsFunc(c.Instances, func(in Instance) bool { return in.Name == name }) {
		return humanize.Printable(instance)
	}
	return name
}
