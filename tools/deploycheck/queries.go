package main

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// language is Prometheus' query language without experimental parts.
var language = parser.NewParser(parser.Options{})

// targetLabels are the labels that Prometheus adds to every metric it reads, and le of histograms.
var targetLabels = []string{"job", "instance", "le"}

// foreign matches metrics that are not in the list: those of Prometheus itself, of the process and of
// the Go runtime.
var foreign = regexp.MustCompile(`^(up|(process|go)_[a-z_]+)$`)

// A queryChecker checks queries against the list of metrics and notes which metrics they use.
type queryChecker struct {
	metrics map[string]metric
	used    map[string]bool
}

func newQueryChecker(project fs.FS) (*queryChecker, error) {
	all, err := readMetrics(project)
	q := &queryChecker{metrics: map[string]metric{}, used: map[string]bool{}}
	for _, m := range all {
		q.metrics[m.Name] = m
	}
	return q, err
}

// check returns an error if a query does not parse, or names a metric, a label or the value of a label
// that does not exist.
func (q *queryChecker) check(query string) error {
	expression, err := language.ParseExpr(query)
	if err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	var faults []error
	allowed := slices.Clone(targetLabels)
	selectors := 0
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		if s, ok := node.(*parser.VectorSelector); ok {
			selectors++
			names, err := q.checkSelector(s)
			allowed, faults = append(allowed, names...), append(faults, err)
		}
		return nil
	})
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		for _, name := range grouping(node) {
			if !slices.Contains(allowed, name) {
				faults = append(faults, fmt.Errorf("no metric here has the label %s", name))
			}
		}
		return nil
	})
	if selectors == 0 {
		faults = append(faults, errors.New("the query reads no metric"))
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	return nil
}

// grouping returns the labels that an aggregation or an operator names.
func grouping(node parser.Node) []string {
	switch n := node.(type) {
	case *parser.AggregateExpr:
		return n.Grouping
	case *parser.BinaryExpr:
		if n.VectorMatching != nil {
			return slices.Concat(n.VectorMatching.MatchingLabels, n.VectorMatching.Include)
		}
	}
	return nil
}

// checkSelector returns the labels of the selected metric.
func (q *queryChecker) checkSelector(s *parser.VectorSelector) ([]string, error) {
	if foreign.MatchString(s.Name) {
		return nil, nil
	}
	m, found := q.metrics[s.Name]
	if base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(s.Name, ""); !found && q.metrics[base].Type == "histogram" {
		m, found = q.metrics[base], true
	} else if m.Type == "histogram" {
		return nil, fmt.Errorf("%s is a histogram: expected _bucket, _sum or _count", s.Name)
	}
	if !found || m.Status == "leaving" {
		return nil, fmt.Errorf("there is no metric %s in deploy/metrics.json", s.Name)
	}
	q.used[m.Name] = true
	var faults []error
	for _, l := range s.LabelMatchers {
		faults = append(faults, m.checkMatcher(l))
	}
	return m.Labels, errors.Join(faults...)
}

func (m metric) checkMatcher(l *labels.Matcher) error {
	if l.Name == model.MetricNameLabel || slices.Contains(targetLabels, l.Name) {
		return nil
	}
	if !slices.Contains(m.Labels, l.Name) {
		return fmt.Errorf("%s has no label %s", m.Name, l.Name)
	}
	if values := m.Values[l.Name]; values != nil && !slices.ContainsFunc(values, l.Matches) {
		return fmt.Errorf("%s: the label %s has the values %s", m.Name, l.Name, strings.Join(values, ", "))
	}
	return nil
}

// unused returns an error for each metric of the list that no query has used.
func (q *queryChecker) unused() (faults []error) {
	for name, m := range q.metrics {
		if !q.used[name] && m.Status != "leaving" {
			faults = append(faults, fmt.Errorf("the metric %s is not shown", name))
		}
	}
	return faults
}
