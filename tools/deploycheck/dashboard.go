package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// A dashboard contains every field of Grafana's format that deploy/grafana.json uses.
type dashboard struct {
	UID           string   `json:"uid"`
	Title         string   `json:"title"`
	Tags          []string `json:"tags"`
	SchemaVersion int      `json:"schemaVersion"`
	Editable      bool     `json:"editable"`
	Refresh       string   `json:"refresh"`
	Time          struct {
		From string `json:"from"`
		To   string `json:"to"`
	} `json:"time"`
	Templating struct {
		List []variable `json:"list"`
	} `json:"templating"`
	Panels []panel `json:"panels"`
}

type variable struct {
	Name       string          `json:"name"`
	Type       string          `json:"type"`
	Label      string          `json:"label"`
	Datasource *source         `json:"datasource,omitempty"`
	Query      json.RawMessage `json:"query"`
	Refresh    int             `json:"refresh"`
	Multi      bool            `json:"multi"`
	IncludeAll bool            `json:"includeAll"`
	Current    map[string]any  `json:"current"`
}

type source struct {
	Type string `json:"type"`
	UID  string `json:"uid"`
}

type panel struct {
	ID          int     `json:"id"`
	Type        string  `json:"type"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Datasource  source  `json:"datasource"`
	Collapsed   bool    `json:"collapsed"`
	Panels      []panel `json:"panels"`
	GridPos     area    `json:"gridPos"`
	FieldConfig struct {
		Defaults struct {
			Unit string   `json:"unit"`
			Min  *float64 `json:"min"`
			Max  *float64 `json:"max"`
		} `json:"defaults"`
		Overrides []any `json:"overrides"`
	} `json:"fieldConfig"`
	Targets []target `json:"targets"`
}

type area struct{ X, Y, W, H int }

// overlaps reports whether two areas share a cell.
func (a area) overlaps(b area) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

type target struct {
	RefID        string `json:"refId"`
	Datasource   source `json:"datasource"`
	Expr         string `json:"expr"`
	LegendFormat string `json:"legendFormat"`
}

// prometheus is the data source of every query.
var prometheus = source{"prometheus", "${datasource}"}

func checkDashboard(project fs.FS) (faults []error) {
	text, err := fs.ReadFile(project, "deploy/grafana.json")
	if err != nil {
		return []error{err}
	}
	var d dashboard
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return []error{err}
	}
	queries, err := newQueryChecker(project)
	if err != nil {
		return []error{err}
	}
	if d.UID == "" || d.SchemaVersion < 39 || len(d.Templating.List) == 0 {
		faults = append(faults, fmt.Errorf("expected a uid, a schemaVersion of at least 39 and variables"))
	}
	rows := 0
	for i, p := range d.Panels {
		faults = append(faults, p.checkPlace(d.Panels[:i])...)
		if p.Type == "row" {
			rows++
			continue
		}
		faults = append(faults, p.checkTargets(queries)...)
	}
	if rows != 5 {
		faults = append(faults, fmt.Errorf("expected the rows Service, Queue, Workers, Broker and HTTP, found %d rows", rows))
	}
	return append(faults, queries.unused()...)
}

// checkPlace checks that a panel has an id of its own and a free place on the grid.
func (p panel) checkPlace(before []panel) (faults []error) {
	if p.GridPos.W < 1 || p.GridPos.X+p.GridPos.W > 24 || p.GridPos.H < 1 {
		faults = append(faults, fmt.Errorf("panel %q: expected a place on the grid of 24 columns", p.Title))
	}
	for _, other := range before {
		if other.ID == p.ID || other.GridPos.overlaps(p.GridPos) {
			faults = append(faults, fmt.Errorf("panels %q and %q have the same id or overlap", other.Title, p.Title))
		}
	}
	return faults
}

func (p panel) checkTargets(queries *queryChecker) (faults []error) {
	if p.Type != "stat" && p.Type != "timeseries" || p.Title == "" || len(p.Targets) == 0 {
		faults = append(faults, fmt.Errorf("panel %q: expected a title, queries and the type stat or timeseries", p.Title))
	}
	seen := map[string]bool{}
	for _, t := range p.Targets {
		if t.RefID == "" || seen[t.RefID] || t.Datasource != prometheus {
			faults = append(faults, fmt.Errorf("panel %q: expected a refId of its own and the data source %v", p.Title, prometheus))
		}
		seen[t.RefID] = true
		if !strings.Contains(t.Expr, `{job=~"$job"`) {
			faults = append(faults, fmt.Errorf("panel %q: expected the variable $job in %s", p.Title, t.Expr))
		}
		// Grafana puts in the chosen jobs, a regular expression.
		if err := queries.check(strings.ReplaceAll(t.Expr, "$job", "tourmaline")); err != nil {
			faults = append(faults, fmt.Errorf("panel %q: %w", p.Title, err))
		}
	}
	return faults
}
