package gauge

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A table has a title, a head and rows of cells.
type table struct {
	title string
	head  []string
	rows  [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// Text writes a report as aligned tables.
func Text(w io.Writer, r Report) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, r.summary())
	for _, d := range r.Devices {
		fmt.Fprintf(out, "\n%s\n", d.title())
		for _, t := range d.tables() {
			fmt.Fprintf(out, "\n%s\n", t.title)
			aligned := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, row := range append([][]string{t.head}, t.rows...) {
				fmt.Fprintf(aligned, "%s\n", strings.Join(row, "\t"))
			}
			if err := aligned.Flush(); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// Markdown writes a report to be pasted into an issue.
func Markdown(w io.Writer, r Report) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n", humanize.Markdown(r.summary()))
	for _, d := range r.Devices {
		fmt.Fprintf(out, "\n### %s\n", humanize.Markdown(d.title()))
		for _, t := range d.tables() {
			fmt.Fprintf(out, "\n%s:\n\n| %s |\n|%s\n", t.title, strings.Join(t.head, " | "), strings.Repeat("---|", len(t.head)))
			for _, row := range t.rows {
				for _, cell := range row {
					fmt.Fprintf(out, "| %s ", humanize.Markdown(cell))
				}
				fmt.Fprintln(out, "|")
			}
		}
	}
	return out.Flush()
}

func (r Report) summary() string {
	return fmt.Sprintf("Tourmaline %s on %s/%s, %s, %s: %s after %.0f s",
		r.Version, r.OS, r.Arch, humanize.Count(r.Threads, "thread"), humanize.Count(len(r.Devices), "OpenCL device"), r.Ended, r.Seconds)
}

func (d Device) title() string { return fmt.Sprintf("Device %d: %s", d.Number, d.Name) }

// Latest returns a line about the latest measurement.
func (d Device) Latest() string {
	for _, rows := range [][]Row{d.Headlines, d.Families} {
		if n := len(rows); n > 0 {
			return fmt.Sprintf("device %d: %s, %s: %s", d.Number, rows[n-1].Name, rows[n-1].Instance, oneLine(rows[n-1].Verdict))
		}
	}
	if d.SelfTest == "" {
		return fmt.Sprintf("device %d: %s", d.Number, oneLine(d.Name))
	}
	return fmt.Sprintf("device %d: self-test: %s", d.Number, oneLine(d.SelfTest))
}

// tables returns the tables of a device. Tables without rows are left out.
func (d Device) tables() []table {
	all := []table{d.properties(), d.budget(), d.papers(), d.launches()}
	return slices.DeleteFunc(all, func(t table) bool { return len(t.rows) == 0 })
}

func (d Device) properties() table {
	t := table{title: "Properties", head: []string{"property", "value"}}
	t.add("platform", d.Platform)
	t.add("vendor", d.Vendor)
	t.add("version", d.Version)
	t.add("driver", d.Driver)
	t.add("kind", d.Kind)
	t.add("compute units", humanize.Count(d.Units, "unit"))
	t.add("memory", fmt.Sprintf("%s, %s in one buffer", humanize.Bytes(int64(d.Memory)), humanize.Bytes(int64(d.MaxBuffer))))
	t.add("local memory", humanize.Bytes(int64(d.Local)))
	t.add("largest work-group", fmt.Sprint(d.MaxGroup))
	t.add("double precision", yes(d.Double))
	t.add("division and roots rounded correctly", yes(d.Rounded))
	t.add("self-test", oneLine(d.SelfTest))
	if s := d.Speed; s != nil {
		t.add("launch", microseconds(s.Launch))
		t.add("launch and wait", microseconds(s.Wait))
		t.add("read 4 bytes", microseconds(s.Read))
		t.add("transfers", fmt.Sprintf("%.1f GB/s sent, %.1f GB/s received", s.Sent, s.Received))
	}
	if d.Error != "" {
		t.add("error", oneLine(d.Error))
	}
	return t
}

// budget returns the table of the families of kernels.
func (d Device) budget() table {
	t := table{title: "Families of kernels, per step", head: []string{
		"search", "instance", "result", "CPU ms", "device ms", "launches", "waits", "bytes sent", "bytes received", "a card would wait µs",
	}}
	for _, r := range d.Families {
		cells := []string{r.Name, r.Instance, oneLine(r.Verdict), figure(r.CPU), figure(r.Device)}
		if f := r.Traffic; f != nil {
			cells = append(cells, fmt.Sprint(f.Launches), fmt.Sprint(f.Waits), fmt.Sprint(f.Sent), fmt.Sprint(f.Received), fmt.Sprintf("%.0f", f.Waiting))
		} else {
			cells = append(cells, "–", "–", "–", "–", "–")
		}
		t.add(cells...)
	}
	return t
}

// papers returns the table of the papers' headlines.
func (d Device) papers() table {
	t := table{title: "Headlines of the papers, in milliseconds", head: []string{
		"work", "instance", "result", "CPU", "device", "paper", "card of the paper", "source",
	}}
	for _, r := range d.Headlines {
		p := r.Paper
		t.add(r.Name, r.Instance, oneLine(r.Verdict), figure(r.CPU), figure(r.Device), fmt.Sprint(p.Milliseconds), p.Card, "["+p.Cites+"] "+p.Item)
	}
	return t
}

func (d Device) launches() table {
	t := table{title: "Launches that thread control chose", head: []string{"kernel", "work-items per group", "work-items per launch"}}
	for _, name := range slices.Sorted(maps.Keys(d.Launches)) {
		t.add(name, fmt.Sprint(d.Launches[name].Group), fmt.Sprint(d.Launches[name].Wave))
	}
	return t
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func microseconds(v float64) string { return fmt.Sprintf("%.1f µs", v) }

// figure formats milliseconds.
func figure(ms float64) string {
	if ms == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3g", ms)
}

// oneLine returns the first line of a text that a driver may have written.
func oneLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return humanize.Printable(line)
}
