package main

import (
	"fmt"
	"io/fs"
	"log/slog"
	"regexp"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
)

// runbook is the page that alerts link to.
const runbook = "https://github.com/tourmaline-opt/tourmaline/blob/main/docs/runbook.md#"

// readAlerts returns the alert rules. Like `promtool check rules`, it checks expressions and templates.
func readAlerts(project fs.FS) ([]rulefmt.Rule, []error) {
	text, err := fs.ReadFile(project, "deploy/alerts.yaml")
	if err != nil {
		return nil, []error{err}
	}
	groups, faults := rulefmt.Parse(text, false, model.LegacyValidation, language, slog.New(slog.DiscardHandler))
	if len(faults) > 0 {
		return nil, faults
	}
	var all []rulefmt.Rule
	for _, g := range groups.Groups {
		all = append(all, g.Rules...)
	}
	return all, nil
}

func checkAlerts(project fs.FS) []error {
	alerts, faults := readAlerts(project)
	if len(faults) > 0 {
		return faults
	}
	queries, err := newQueryChecker(project)
	if err != nil {
		return []error{err}
	}
	sections, err := runbookSections(project)
	if err != nil {
		return []error{err}
	}
	for _, a := range alerts {
		if err := queries.check(a.Expr); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.Alert, err))
		}
		if severity := a.Labels["severity"]; severity != "critical" && severity != "warning" {
			faults = append(faults, fmt.Errorf("%s: severity: expected critical or warning, found %q", a.Alert, severity))
		}
		section, found := strings.CutPrefix(a.Annotations["runbook_url"], runbook)
		if !found || !sections[section] {
			faults = append(faults, fmt.Errorf("%s: runbook_url: expected %s and a section of docs/runbook.md, found %q", a.Alert, runbook, a.Annotations["runbook_url"]))
		}
		if !strings.HasPrefix(a.Alert, "Tourmaline") || a.Annotations["summary"] == "" {
			faults = append(faults, fmt.Errorf("%q: expected a name that starts with Tourmaline, and a summary", a.Alert))
		}
	}
	return faults
}

// runbookSections returns the anchors of the sections of docs/runbook.md, as GitHub makes them.
func runbookSections(project fs.FS) (map[string]bool, error) {
	page, err := fs.ReadFile(project, "docs/runbook.md")
	sections := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(string(page), -1) {
		name := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		sections[strings.ReplaceAll(name, " ", "-")] = true
	}
	return sections, err
}
