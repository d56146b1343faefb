package cli

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A listedMetric is an entry of deploy/metrics.json. tools/deploycheck checks that the dashboard, the
// alerts and docs/service.md use only this list.
type listedMetric struct {
	Name, Type, Source, Status string
	Labels                     []string
	Buckets                    []float64
}

// A shownMetric is a metric at /metrics.
type shownMetric struct {
	kind    string
	labels  []string
	buckets []float64
}

// needsTLS lists metrics that only a server with a certificate shows.
var needsTLS = []string{"tourmaline_certificate_expiry_timestamp_seconds"}

// A server shows the metrics in deploy/metrics.json, with the same types and labels. It does not show
// yet what is planned, and still shows what is leaving.
func TestMetricsAreWhatIsSaid(t *testing.T) {
	shown := shownMetrics(t)
	for _, m := range listedMetrics(t) {
		got, found := shown[m.Name]
		delete(shown, m.Name)
		same := found && got.kind == m.Type && slices.Equal(got.labels, slices.Sorted(slices.Values(m.Labels))) && slices.Equal(got.buckets, m.Buckets)
		switch {
		case m.Source == "worker" || slices.Contains(needsTLS, m.Name):
		case m.Status == "planned" && same:
			t.Errorf("%s is shown: remove its status from deploy/metrics.json", m.Name)
		case m.Status != "planned" && !same:
			t.Errorf("%s: expected a %s with the labels %v and the buckets %v, found %v", m.Name, m.Type, m.Labels, m.Buckets, got)
		}
	}
	for name := range shown {
		t.Errorf("%s is missing from deploy/metrics.json", name)
	}
}

func listedMetrics(t *testing.T) []listedMetric {
	t.Helper()
	var file struct{ Metrics []listedMetric }
	if err := json.Unmarshal([]byte(deployFile(t, "metrics.json")), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Metrics) < 20 {
		t.Fatalf("deploy/metrics.json has %d metrics", len(file.Metrics))
	}
	return file.Metrics
}

// shownMetrics returns the metrics of the program at /metrics of a service that has answered a request
// and sent an event.
func shownMetrics(t *testing.T) map[string]shownMetric {
	t.Helper()
	s := newPageShell(t)
	answers := s.run([]recipe{
		{command: "tourmaline serve 2> serve.log &"},
		{command: "curl -s --retry 5 --retry-connrefused http://127.0.0.1:8080/healthz"},
		{command: "id=$(tourmaline generate uniform 20 | tourmaline jobs submit - --max-steps 2 -q)"},
		{command: "curl -sN http://127.0.0.1:8080/v1/jobs/$id/events"},
		{command: "curl -s http://127.0.0.1:8080/metrics"},
	})
	shown := parseMetrics(answers[4])
	if len(shown) < 10 {
		t.Fatalf("there are the metrics %v\n%s", shown, s.logs())
	}
	return shown
}

// parseMetrics returns the types, labels and buckets of the metrics in a page in Prometheus' text format.
func parseMetrics(page string) map[string]shownMetric {
	shown := map[string]shownMetric{}
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (tourmaline_\w+) (\w+)$`).FindAllStringSubmatch(page, -1) {
		name, labels := line[1], map[string]bool{}
		samples := regexp.MustCompile(`(?m)^` + name + `(?:_bucket|_sum|_count)?(\{.*\})? \S+$`)
		for _, sample := range samples.FindAllStringSubmatch(page, -1) {
			for _, label := range regexp.MustCompile(`[{,](\w+)="`).FindAllStringSubmatch(sample[1], -1) {
				labels[label[1]] = true
			}
		}
		delete(labels, "le")
		shown[name] = shownMetric{line[2], slices.Sorted(maps.Keys(labels)), buckets(page, name)}
	}
	return shown
}

// buckets returns the finite upper bounds of the buckets of a histogram.
func buckets(page, name string) (bounds []float64) {
	for _, bound := range regexp.MustCompile(`(?m)^`+name+`_bucket\{.*le="([0-9.e+-]+)"\}`).FindAllStringSubmatch(page, -1) {
		if v, err := strconv.ParseFloat(bound[1], 64); err == nil && !slices.Contains(bounds, v) {
			bounds = append(bounds, v)
		}
	}
	return bounds
}

func TestParseMetrics(t *testing.T) {
	got := parseMetrics(strings.Join([]string{
		"# HELP tourmaline_a_total A.", "# TYPE tourmaline_a_total counter",
		`tourmaline_a_total{route="GET /{id}",status="200"} 3`,
		"# TYPE tourmaline_b_seconds histogram",
		`tourmaline_b_seconds_bucket{le="1"} 1`, `tourmaline_b_seconds_bucket{le="1e+06"} 1`, `tourmaline_b_seconds_bucket{le="+Inf"} 1`, "tourmaline_b_seconds_sum 1", "tourmaline_b_seconds_count 1",
		"# TYPE go_info gauge", "go_info 1", "",
	}, "\n"))
	if len(got) != 2 || got["tourmaline_a_total"].kind != "counter" || !slices.Equal(got["tourmaline_a_total"].labels, []string{"route", "status"}) ||
		got["tourmaline_b_seconds"].kind != "histogram" || len(got["tourmaline_b_seconds"].labels) != 0 ||
		!slices.Equal(got["tourmaline_b_seconds"].buckets, []float64{1, 1e6}) {
		t.Errorf("%v", got)
	}
}
