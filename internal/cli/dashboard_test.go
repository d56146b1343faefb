package cli

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var metricName = regexp.MustCompile(`\b(?:tourmaline|process|go)_[a-z_]+`)

// The dashboard and docs/service.md name only metrics that the service exports, and docs/service.md
// lists all of them.
func TestMetricsAreWhatIsSaid(t *testing.T) {
	shown := shownMetrics(t)
	for _, expression := range dashboard(t) {
		names := metricName.FindAllString(expression, -1)
		if len(names) == 0 {
			t.Errorf("%s: no metric", expression)
		}
		for _, name := range names {
			if !shown[name] {
				t.Errorf("%s: there is no metric %s", expression, name)
			}
		}
	}
	_, table, _ := strings.Cut(read(t, servicePage), "| metric | labels | meaning |")
	table, _, _ = strings.Cut(table, "\n\n")
	said := metricName.FindAllString(table, -1)
	slices.Sort(said)
	if own := ownMetrics(shown); !slices.Equal(said, own) {
		t.Errorf("the page has the metrics\n%v\nthe service\n%v", said, own)
	}
}

// shownMetrics returns the metric names at /metrics of a service that has answered a request and
// sent an event.
func shownMetrics(t *testing.T) map[string]bool {
	t.Helper()
	s := newPageShell(t)
	answers := s.run([]recipe{
		{command: "tourmaline serve 2> serve.log &"},
		{command: "curl -s --retry 5 --retry-connrefused http://127.0.0.1:8080/healthz"},
		{command: "id=$(tourmaline generate uniform 20 | tourmaline jobs submit - --max-steps 2 -q)"},
		{command: "curl -sN http://127.0.0.1:8080/v1/jobs/$id/events"},
		{command: "curl -s http://127.0.0.1:8080/metrics"},
	})
	shown := map[string]bool{}
	for line := range strings.Lines(answers[4]) {
		if name := metricName.FindString(line); name != "" {
			shown[name] = true
		}
	}
	if len(shown) < 20 {
		t.Fatalf("there are the metrics %v\n%s", shown, s.logs())
	}
	return shown
}

// ownMetrics returns the metrics of the program itself. A histogram counts as one metric.
func ownMetrics(shown map[string]bool) (own []string) {
	for _, name := range slices.Sorted(maps.Keys(shown)) {
		part := regexp.MustCompile(`_(bucket|sum|count)$`).MatchString(name)
		if strings.HasPrefix(name, "tourmaline_") && !part {
			own = append(own, name)
		}
	}
	return own
}

// dashboard returns the expressions in deploy/grafana.json.
func dashboard(t *testing.T) (all []string) {
	t.Helper()
	var d struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
		Templating struct {
			List []struct{ Name string }
		}
	}
	if err := json.Unmarshal([]byte(deployFile(t, "grafana.json")), &d); err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Panels {
		if len(p.Targets) == 0 {
			t.Errorf("panel %s shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			all = append(all, target.Expr)
		}
	}
	if len(all) < 10 || len(d.Templating.List) == 0 {
		t.Errorf("the dashboard has %d expressions and %d variables", len(all), len(d.Templating.List))
	}
	return all
}
