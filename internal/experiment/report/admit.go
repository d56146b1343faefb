package report

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// admit drops records that repeat a run, because the same seed gives the same result, and, if
// requested, records of runs on a busy machine. Of several records of the same run, it keeps the
// first with a result. It counts as mixed the records that share the contestant, instance and seed
// with a different record, but not the limits and parameters.
func (c *Comparison) admit(records []experiment.Record, excludeBusy bool) []experiment.Record {
	type identity struct {
		instance, contestant, key string
		seed                      uint64
	}
	at, keys := map[identity]int{}, map[identity]string{}
	var kept []experiment.Record
	for _, r := range records {
		if excludeBusy && r.Busy {
			c.Excluded++
			continue
		}
		id := identity{r.Instance, r.Contestant, r.Key, r.Seed}
		i, again := at[id]
		if !again {
			at[id] = len(kept)
			kept = append(kept, r)
			id.key = ""
			if first, has := keys[id]; !has {
				keys[id] = r.Key
			} else if first != r.Key {
				c.Mixed++
			}
			continue
		}
		c.Repeated++
		if kept[i].Result == nil {
			kept[i] = r
		}
	}
	return kept
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

// group distributes the records over the cells. The instances keep the order of their records.
func (c *Comparison) group(records []experiment.Record, first []string) error {
	column := map[string]int{}
	join := func(contestant string) {
		if _, has := column[contestant]; !has {
			column[contestant] = len(column)
			c.Contestants = append(c.Contestants, humanize.Printable(contestant))
		}
	}
	for _, name := range first {
		if slices.ContainsFunc(records, func(r experiment.Record) bool { return r.Contestant == name }) {
			join(name)
		}
	}
	for _, r := range records {
		join(r.Contestant)
	}
	for _, name := range instancesOf(records) {
		var own []experiment.Record
		cells := make([][]experiment.Record, len(column))
		for _, r := range records {
			if r.Instance == name {
				own = append(own, r)
				i := column[r.Contestant]
				cells[i] = append(cells[i], r)
			}
		}
		in := Instance{Name: c.instanceName(name), byGap: !slices.ContainsFunc(own, lacksGap)}
		for _, records := range cells {
			cell, err := newCell(records, c.Measure)
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

func instancesOf(records []experiment.Record) []string {
	var names []string
	seen := map[string]bool{}
	for _, r := range records {
		if !seen[r.Instance] {
			seen[r.Instance] = true
			names = append(names, r.Instance)
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
