package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// A metric is an entry of deploy/metrics.json.
type metric struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	Labels []string `json:"labels"`
	// Source is the program that exposes the metric: server, worker or both.
	Source string `json:"source"`
	// Scope is process if each process counts for itself, and service if every server reports the
	// same number for the whole service.
	Scope string `json:"scope"`
	Help  string `json:"help"`
	// Values lists all values of a label.
	Values map[string][]string `json:"values,omitempty"`
	// Buckets lists the upper bounds of the buckets of a histogram.
	Buckets []float64 `json:"buckets,omitempty"`
	// Status is empty for a metric that exists, planned for one that does not exist yet, and leaving
	// for one that will be removed.
	Status string `json:"status,omitempty"`
}

// labelNames lists the labels that a metric may have. Each has few values: those of tenant are limited
// by the server, which counts further tenants as "other".
var labelNames = []string{"direction", "kind", "method", "outcome", "pool", "route", "state", "status", "stream", "tenant", "verdict", "version"}

func readMetrics(project fs.FS) (all []metric, err error) {
	text, err := fs.ReadFile(project, "deploy/metrics.json")
	if err != nil {
		return nil, err
	}
	var file struct {
		Metrics []metric `json:"metrics"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, fmt.Errorf("deploy/metrics.json: %w", err)
	}
	return file.Metrics, nil
}

func checkMetrics(project fs.FS) (faults []error) {
	all, err := readMetrics(project)
	if err != nil {
		return []error{err}
	}
	var text strings.Builder
	seen := map[string]bool{}
	for _, m := range all {
		if seen[m.Name] {
			faults = append(faults, fmt.Errorf("%s appears twice", m.Name))
		}
		seen[m.Name] = true
		faults = append(faults, m.check()...)
		if m.Status != "leaving" {
			m.write(&text)
		}
	}
	problems, err := promlint.New(strings.NewReader(text.String())).Lint()
	if err != nil {
		faults = append(faults, err)
	}
	for _, p := range problems {
		faults = append(faults, fmt.Errorf("%s: %s", p.Metric, p.Text))
	}
	return append(faults, checkPage(project, all)...)
}

func (m metric) check() (faults []error) {
	for field, holds := range map[string]bool{
		"a type":      slices.Contains([]string{"counter", "gauge", "histogram"}, m.Type),
		"a source":    slices.Contains([]string{"server", "worker", "both"}, m.Source),
		"a scope":     slices.Contains([]string{"process", "service"}, m.Scope),
		"a status":    slices.Contains([]string{"", "planned", "leaving"}, m.Status),
		"a help text": strings.HasSuffix(m.Help, "."),
		"the prefix":  strings.HasPrefix(m.Name, "tourmaline_"),
		"ascending buckets, and only for a histogram": slices.IsSorted(m.Buckets) && (len(m.Buckets) > 5) == (m.Type == "histogram"),
		"a counter by process":                        m.Type == "gauge" || m.Scope == "process",
	} {
		if !holds {
			faults = append(faults, fmt.Errorf("%s: expected %s", m.Name, field))
		}
	}
	for _, label := range m.Labels {
		if !slices.Contains(labelNames, label) {
			faults = append(faults, fmt.Errorf("%s: label %s: expected one of %v, whose values are bounded", m.Name, label, labelNames))
		}
	}
	return faults
}

// write writes the metric as a server would expose it, for the linter of Prometheus.
func (m metric) write(to *strings.Builder) {
	fmt.Fprintf(to, "# HELP %s %s\n# TYPE %s %s\n", m.Name, m.Help, m.Name, m.Type)
	if m.Type == "histogram" {
		fmt.Fprintf(to, "%s_bucket{le=\"+Inf\"} 1\n%s_sum 1\n%s_count 1\n", m.Name, m.Name, m.Name)
		return
	}
	fmt.Fprintf(to, "%s 1\n", m.Name)
}

// checkPage compares the names, labels and meanings in the table of docs/service.md with the list.
func checkPage(project fs.FS, all []metric) (faults []error) {
	page, err := fs.ReadFile(project, "docs/service.md")
	if err != nil {
		return []error{err}
	}
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(tourmaline_[a-z_]+)` \\|.*$").FindAllStringSubmatch(string(page), -1) {
		rows[row[1]] = row[0]
	}
	for _, m := range all {
		want := m.row()
		if m.Status == "leaving" {
			want = ""
		}
		if rows[m.Name] != want {
			faults = append(faults, fmt.Errorf("docs/service.md: expected the row\n  %s\nfound\n  %s", want, rows[m.Name]))
		}
		delete(rows, m.Name)
	}
	for name := range rows {
		faults = append(faults, fmt.Errorf("docs/service.md: %s is not in deploy/metrics.json", name))
	}
	return faults
}

// row returns the row of the metric in docs/service.md.
func (m metric) row() string {
	var labels []string
	for _, name := range m.Labels {
		label := "`" + name + "`"
		if values := m.Values[name]; values != nil {
			label += ": " + strings.Join(values, ", ")
		}
		labels = append(labels, label)
	}
	cells := []string{"`" + m.Name + "`", m.Type, strings.Join(labels, ", "), strings.TrimSuffix(m.Help, ".")}
	return strings.ReplaceAll("| "+strings.Join(cells, " | ")+" |", "|  |", "| |")
}

// table returns the rows of docs/service.md.
func table(project fs.FS) (string, error) {
	all, err := readMetrics(project)
	var rows strings.Builder
	for _, m := range all {
		if m.Status != "leaving" {
			rows.WriteString(m.row() + "\n")
		}
	}
	return rows.String(), err
}
