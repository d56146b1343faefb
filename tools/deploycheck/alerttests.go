package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"sigs.k8s.io/yaml"
)

// An alertFile contains the part of the format of `promtool test rules` that deploy/alerts_test.yaml
// uses. promtool itself imports the clients of all cloud providers and takes minutes to build.
type alertFile struct {
	RuleFiles          []string       `json:"rule_files"`
	EvaluationInterval model.Duration `json:"evaluation_interval"`
	Tests              []alertTest    `json:"tests"`
}

type alertTest struct {
	Name        string         `json:"name"`
	Interval    model.Duration `json:"interval"`
	InputSeries []struct {
		Series string `json:"series"`
		Values string `json:"values"`
	} `json:"input_series"`
	AlertRuleTest []struct {
		EvalTime  model.Duration  `json:"eval_time"`
		Alertname string          `json:"alertname"`
		ExpAlerts []expectedAlert `json:"exp_alerts"`
	} `json:"alert_rule_test"`
}

type expectedAlert struct {
	Labels      map[string]string `json:"exp_labels"`
	Annotations map[string]string `json:"exp_annotations"`
}

// checkAlertTests runs the tests of the alerts. Every alert needs a test in which it fires and one in
// which it does not.
func checkAlertTests(project fs.FS) []error {
	text, err := fs.ReadFile(project, "deploy/alerts_test.yaml")
	if err != nil {
		return []error{err}
	}
	var file alertFile
	if err := yaml.UnmarshalStrict(text, &file); err != nil {
		return []error{err}
	}
	alerts, faults := readAlerts(project)
	if len(file.RuleFiles) != 1 || file.RuleFiles[0] != "alerts.yaml" || file.EvaluationInterval == 0 {
		faults = append(faults, errors.New("expected rule_files [alerts.yaml] and an evaluation_interval"))
	}
	fires, silent := map[string]bool{}, map[string]bool{}
	for _, t := range file.Tests {
		series, err := readSeries(t)
		if err != nil {
			return append(faults, fmt.Errorf("test %q: %w", t.Name, err))
		}
		for _, want := range t.AlertRuleTest {
			rule, found := findAlert(alerts, want.Alertname)
			if !found {
				faults = append(faults, fmt.Errorf("test %q: there is no alert %s", t.Name, want.Alertname))
				continue
			}
			got, err := evaluate(rule, series, time.Duration(file.EvaluationInterval), time.Duration(want.EvalTime))
			if err != nil || !equalAlerts(got, want.ExpAlerts) {
				faults = append(faults, fmt.Errorf("test %q: %s after %v: expected\n  %v\nfound\n  %v %w", t.Name, want.Alertname, want.EvalTime, want.ExpAlerts, got, err))
			}
			fires[want.Alertname] = fires[want.Alertname] || len(want.ExpAlerts) > 0
			silent[want.Alertname] = silent[want.Alertname] || len(want.ExpAlerts) == 0
		}
	}
	for _, a := range alerts {
		if !fires[a.Alert] || !silent[a.Alert] {
			faults = append(faults, fmt.Errorf("%s: expected a test in which it fires and one in which it does not", a.Alert))
		}
	}
	return faults
}

func findAlert(alerts []rulefmt.Rule, name string) (rulefmt.Rule, bool) {
	for _, a := range alerts {
		if a.Alert == name {
			return a, true
		}
	}
	return rulefmt.Rule{}, false
}

// equalAlerts reports whether two lists contain the same alerts in any order.
func equalAlerts(got, want []expectedAlert) bool {
	if len(got) != len(want) {
		return false
	}
	for _, w := range want {
		found := false
		for _, g := range got {
			found = found || maps.Equal(g.Labels, w.Labels) && maps.Equal(g.Annotations, w.Annotations)
		}
		if !found {
			return false
		}
	}
	return true
}
