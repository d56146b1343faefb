package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// project returns the files that the checks read.
func project(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{
		"deploy/Dockerfile", "deploy/kubernetes.yaml", "deploy/metrics.json", "deploy/grafana.json",
		"deploy/alerts.yaml", "deploy/alerts_test.yaml", "deploy/keda.yaml", "docs/service.md", "docs/runbook.md",
	} {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

func runAll(files fs.FS) error {
	var faults []error
	for _, c := range checks {
		faults = append(faults, c.run(files)...)
	}
	return errors.Join(faults...)
}

func TestDeployFilesAreRight(t *testing.T) {
	if err := runAll(project(t)); err != nil {
		t.Error(err)
	}
}

// Every fault in a file is found. The first occurrence of a text is replaced.
func TestFaultsAreFound(t *testing.T) {
	for name, c := range map[string]struct{ file, old, new, want string }{
		"moving tag of the base":      {"deploy/Dockerfile", "golang:1.26.8-bookworm AS", "golang:1.26 AS", "expected a digest"},
		"base without a tag":          {"deploy/Dockerfile", "FROM scratch", "FROM gcr.io/distroless/static", "expected a digest"},
		"root in the image":           {"deploy/Dockerfile", "USER 65532:65532", "USER 0", "other than root"},
		"user missing":                {"deploy/Dockerfile", "USER 65532:65532", "", "other than root"},
		"latest":                      {"deploy/kubernetes.yaml", "tourmaline:v0.1.0", "tourmaline:latest", "expected a digest"},
		"unknown field":               {"deploy/kubernetes.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFileSystem: true", "unknown field"},
		"field twice":                 {"deploy/kubernetes.yaml", "  replicas: 3\n", "  replicas: 3\n  replicas: 5\n", "already set"},
		"wrong type":                  {"deploy/kubernetes.yaml", "replicas: 3", "replicas: three", "cannot unmarshal"},
		"writable root":               {"deploy/kubernetes.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "readOnlyRootFilesystem: true"},
		"capabilities":                {"deploy/kubernetes.yaml", "{drop: [ALL]}", "{drop: [ALL], add: [NET_ADMIN]}", "drop ALL"},
		"root in a pod":               {"deploy/kubernetes.yaml", "runAsUser: 65532", "runAsUser: 0", "other than 0"},
		"no seccomp":                  {"deploy/kubernetes.yaml", "{type: RuntimeDefault}", "{type: Unconfined}", "seccompProfile"},
		"token of the account":        {"deploy/kubernetes.yaml", "      automountServiceAccountToken: false\n", "", "automountServiceAccountToken"},
		"no memory limit":             {"deploy/kubernetes.yaml", `limits: {cpu: "4", memory: 2Gi, `, `limits: {cpu: "4", `, "requests and limits"},
		"request above the limit":     {"deploy/kubernetes.yaml", "memory: 1Gi", "memory: 3Gi", "requests and limits"},
		"drain longer than the grace": {"deploy/kubernetes.yaml", "--drain=15s", "--drain=45s", "terminationGracePeriodSeconds"},
		"no drain":                    {"deploy/kubernetes.yaml", "            - --drain=15s\n", "", "--drain"},
		"readiness asks for health":   {"deploy/kubernetes.yaml", "path: /readyz", "path: /healthz", "readinessProbe"},
		"selector":                    {"deploy/kubernetes.yaml", "    matchLabels: {app: tourmaline}\n  template", "    matchLabels: {app: other}\n  template", "selector"},
		"host folder":                 {"deploy/kubernetes.yaml", "emptyDir: {sizeLimit: 1Gi}", "hostPath: {path: /tmp}", "only volumes"},
		"host network":                {"deploy/kubernetes.yaml", "      enableServiceLinks: false", "      hostNetwork: true", "hostNetwork"},
		"pods outside the denial":     {"deploy/kubernetes.yaml", "values: [server, worker]", "values: [server]", "denies all"},
		"rule without peers":          {"deploy/kubernetes.yaml", "      from:\n        - podSelector:\n            matchLabels: {tourmaline-role: worker}\n", "", "ports and peers"},
		"closed port":                 {"deploy/kubernetes.yaml", "ports: [{port: 9090}]", "ports: [{port: 9091}]", "opens the port 9090"},
		"counter without total":       {"deploy/metrics.json", `"tourmaline_claims_total"`, `"tourmaline_claims"`, `counter metrics should have "_total" suffix`},
		"label without a bound":       {"deploy/metrics.json", `"labels": ["pool"]`, `"labels": ["worker"]`, "whose values are bounded"},
		"buckets":                     {"deploy/metrics.json", "[0.01, 0.05", "[0.05, 0.01", "ascending buckets"},
		"page without a metric":       {"docs/service.md", "| `tourmaline_watchers` |", "| `watchers` |", "expected the row"},
		"page with another metric":    {"docs/service.md", "| `tourmaline_watchers` |", "| `tourmaline_nosuch` | gauge | | x |\n| `tourmaline_watchers` |", "not in deploy/metrics.json"},
		"unknown metric":              {"deploy/grafana.json", "tourmaline_broker_connections", "tourmaline_broker_clients", "there is no metric"},
		"metric that leaves":          {"deploy/grafana.json", "tourmaline_queue_oldest_seconds", "tourmaline_queue_age_seconds", "there is no metric"},
		"metric that is not shown":    {"deploy/grafana.json", "tourmaline_broker_connections{", "tourmaline_watchers{", "is not shown"},
		"unknown label":               {"deploy/grafana.json", "sum by (verdict)", "sum by (reason)", "label reason"},
		"unknown value":               {"deploy/grafana.json", `state=\"running\"`, `state=\"stopped\"`, "has the values"},
		"histogram without a part":    {"deploy/grafana.json", "tourmaline_job_wait_seconds_bucket", "tourmaline_job_wait_seconds", "is a histogram"},
		"broken query":                {"deploy/grafana.json", "sum(tourmaline_ready", "sum((tourmaline_ready", "parse error"},
		"overlap":                     {"deploy/grafana.json", `"x": 4`, `"x": 3`, "overlap"},
		"unknown field of Grafana":    {"deploy/grafana.json", `"targets"`, `"target"`, "unknown field"},
		"all jobs of Prometheus":      {"deploy/grafana.json", `tourmaline_ready{job=~\"$job\"}`, "tourmaline_ready", "variable $job"},
		"broken rule":                 {"deploy/alerts.yaml", "sum(tourmaline_ready)", "sum(tourmaline_ready", "parse"},
		"unknown metric in a rule":    {"deploy/alerts.yaml", "max(tourmaline_dead_letters)", "max(tourmaline_letters)", "there is no metric"},
		"broken template":             {"deploy/alerts.yaml", "{{ $labels.instance }}", "{{ $labels.instance }", "template"},
		"no section in the runbook":   {"deploy/alerts.yaml", "#jobs-wait", "#jobs-waits", "section of docs/runbook.md"},
		"section renamed":             {"docs/runbook.md", "## Jobs wait", "## Waiting jobs", "section of docs/runbook.md"},
		"severity":                    {"deploy/alerts.yaml", "severity: critical", "severity: page", "severity"},
		"other threshold":             {"deploy/alerts.yaml", "> 0.02", "> 0.2", `test "requests fail"`},
		"other time":                  {"deploy/alerts.yaml", "for: 10m", "for: 1m", `test "the store gets full"`},
		"alert without a test":        {"deploy/alerts_test.yaml", "alertname: TourmalineClockSkew}", "alertname: TourmalineReplicaLag}", "expected a test"},
		"unknown field of KEDA":       {"deploy/keda.yaml", "minReplicaCount", "minReplicas", "additional properties 'minReplicas' not allowed"},
		"type of KEDA":                {"deploy/keda.yaml", "pollingInterval: 15", "pollingInterval: soon", "got string, want integer"},
		"target of KEDA":              {"deploy/keda.yaml", "    name: tourmaline-worker", "    name: workers", "has no workers"},
		"query of KEDA":               {"deploy/keda.yaml", "tourmaline_queue_jobs", "tourmaline_queue", "there is no metric"},
	} {
		t.Run(name, func(t *testing.T) {
			files := project(t)
			before := string(files[c.file].Data)
			if !strings.Contains(before, c.old) {
				t.Fatalf("%s does not contain %q", c.file, c.old)
			}
			files[c.file].Data = []byte(strings.Replace(before, c.old, c.new, 1))
			if err := runAll(files); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("expected %q, found %v", c.want, err)
			}
		})
	}
}
