package main

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/model/timestamp"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/template"
	"github.com/prometheus/prometheus/util/annotations"
)

// memory holds the series of a test. It implements the storage that the query engine reads.
type memory []promql.Series

// readSeries reads the series of a test.
func readSeries(t alertTest) (all memory, err error) {
	for _, s := range t.InputSeries {
		names, values, err := language.ParseSeriesDesc(s.Series + " " + s.Values)
		if err != nil {
			return nil, err
		}
		one := promql.Series{Metric: names}
		for i, v := range values {
			if !v.Omitted {
				one.Floats = append(one.Floats, promql.FPoint{T: int64(i) * time.Duration(t.Interval).Milliseconds(), F: v.Value})
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// Querier implements storage.Queryable.
func (m memory) Querier(int64, int64) (storage.Querier, error) {
	return querier{storage.NoopQuerier(), m}, nil
}

type querier struct {
	storage.LabelQuerier
	series memory
}

// Select implements storage.Querier.
func (q querier) Select(_ context.Context, _ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	set := &seriesSet{}
	for _, s := range q.series {
		if matchesAll(s.Metric, matchers) {
			set.rest = append(set.rest, s)
		}
	}
	return set
}

func matchesAll(metric labels.Labels, matchers []*labels.Matcher) bool {
	for _, m := range matchers {
		if !m.Matches(metric.Get(m.Name)) {
			return false
		}
	}
	return true
}

// A seriesSet implements storage.SeriesSet.
type seriesSet struct {
	rest    memory
	current promql.Series
}

func (s *seriesSet) Next() bool {
	if len(s.rest) == 0 {
		return false
	}
	s.current, s.rest = s.rest[0], s.rest[1:]
	return true
}
func (s *seriesSet) At() storage.Series              { return promql.NewStorageSeries(s.current) }
func (*seriesSet) Err() error                        { return nil }
func (*seriesSet) Warnings() annotations.Annotations { return nil }

// evaluate returns the alerts of a rule that fire at a time, after evaluations from time 0.
func evaluate(rule rulefmt.Rule, series memory, every, at time.Duration) (firing []expectedAlert, err error) {
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1e6, Timeout: time.Minute, Parser: language})
	since := map[string]time.Duration{}
	var now promql.Vector
	for t := time.Duration(0); t <= at; t += every {
		if now, err = query(engine, series, rule.Expr, t); err != nil {
			return nil, err
		}
		active := map[string]time.Duration{}
		for _, sample := range now {
			id, start := sample.Metric.String(), t
			if before, found := since[id]; found {
				start = before
			}
			active[id] = start
		}
		since = active
	}
	for _, sample := range now {
		if at-since[sample.Metric.String()] >= time.Duration(rule.For) {
			alert, err := expand(rule, sample, at)
			if err != nil {
				return nil, err
			}
			firing = append(firing, alert)
		}
	}
	return firing, nil
}

func query(engine *promql.Engine, series memory, text string, at time.Duration) (promql.Vector, error) {
	ctx := context.Background()
	q, err := engine.NewInstantQuery(ctx, series, nil, text, timestamp.Time(at.Milliseconds()))
	if err != nil {
		return nil, err
	}
	defer q.Close()
	vector, err := q.Exec(ctx).Vector()
	return append(promql.Vector{}, vector...), err
}

// expand returns the labels and annotations of an alert, as Prometheus would send them.
func expand(rule rulefmt.Rule, sample promql.Sample, at time.Duration) (alert expectedAlert, err error) {
	own := sample.Metric.Map()
	delete(own, string(model.MetricNameLabel))
	alert = expectedAlert{Labels: maps.Clone(own), Annotations: map[string]string{}}
	maps.Copy(alert.Labels, rule.Labels)
	data := template.AlertTemplateData(own, nil, "", sample)
	for name, text := range rule.Annotations {
		text = "{{$labels := .Labels}}{{$value := .Value}}" + text
		e := template.NewTemplateExpander(context.Background(), text, rule.Alert, data, model.Time(at.Milliseconds()), nil, &url.URL{}, nil)
		if alert.Annotations[name], err = e.Expand(); err != nil {
			return alert, fmt.Errorf("annotation %s: %w", name, err)
		}
	}
	return alert, nil
}
