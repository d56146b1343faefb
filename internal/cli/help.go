package cli

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/manual"
)

// sections groups the flags of most commands. A flag has the same meaning in every command.
var sections = []manual.Section{
	{Title: "Limits (the first that is reached ends the search)", Flags: job.LimitFlags()},
	{Title: "Route", Flags: []string{"start", "end", "open", "init"}},
	{Title: "Several vehicles", Flags: []string{"vehicles", "capacity", "fleet", "shift", "max-stops", "max-distance", "max-duration", "pages"}},
	{Title: "Times of arrival", Flags: []string{"depart", "speed", "minutes-per-stop", "road-factor"}},
	{Title: "Algorithm", Flags: []string{"algorithm", "param", "seed", "threads", "runs"}},
	{Title: "Lower bound", Flags: []string{"bound", "certificate"}},
	{Title: "Comparison", Flags: []string{"instances", "data", "records", "no-solutions", "measure", "exclude-busy", "allow", "contestants", "full", "dry-run", "repeat"}},
	{Title: "Output", Flags: []string{"output", "format", "lossy", "route", "miles", "plot", "tiles", "trace", "progress", "quiet", "verbose"}},
	{Title: "Live view", Flags: []string{"view", "no-browser", "stay"}},
	{Title: "Picture", Flags: []string{"convergence", "show", "hide", "frame", "dark", "mono", "tool", "title", "width"}},
	{Title: "Checkpoints", Flags: []string{"checkpoint", "checkpoint-every", "resume", "config"}},
	{Title: "Roads", Flags: []string{"matrix", "osrm", "osrm-profile", "save-matrix"}},
	{Title: "Input", Flags: []string{"columns", "skip-invalid", "merge-duplicates", "sheet", "metric", "unit", "input-format", "max-input", "problem", "dim"}},
	{Title: "Requests", Flags: []string{"parallel", "max-line", "finish"}},
	{Title: "Engine", Flags: []string{"engine", "device", "launch", "exact"}},
	{Title: "Service", Flags: []string{"server", "token", "tls-ca", "label", "labels", "start-from", "key", "islands", "round-steps", "archipelago"}},
	{Title: "Placement (which job runs first, and where)", Flags: job.PlacementFlags()},
}

// serviceSections groups the flags of serve.
var serviceSections = []manual.Section{
	{Title: "HTTP", Flags: []string{"listen", "tokens", "tls-cert", "tls-key", "tls-ca", "basemap", "reports", "memory", "max-connections", "drain", "webhooks-private", "ready-file"}},
	{Title: "Jobs in this process", Flags: []string{"slots", "threads", "checkpoint-every"}},
	{Title: "Storage and nodes", Flags: []string{"data", "engine-listen", "nats", "nats-keys", "pools", "name", "cluster", "routes", "replicas", "ack-wait", "retain", "stuck-after", "change-settings", "max-store", "max-checkpoint"}},
	{Title: "Limits of jobs", Flags: []string{"max-input", "max-cities", "max-time", "max-queued", "max-running"}},
	{Title: "Log", Flags: []string{"log-format", "log-level"}},
}

// workerSections groups the flags of worker.
var workerSections = []manual.Section{
	{Title: "Service", Flags: []string{"server", "keys", "tls-ca", "name", "wait", "ready-file"}},
	{Title: "Jobs in this process", Flags: []string{"slots", "threads", "checkpoint-every", "cache", "cache-size"}},
	{Title: "Metrics and log", Flags: []string{"metrics-listen", "metrics-public", "log-format", "log-level"}},
}

// Layout returns the sections that group a command's flags.
func Layout(c *cobra.Command) []manual.Section {
	switch c.Name() {
	case "serve":
		return serviceSections
	case "worker":
		return workerSections
	}
	return sections
}

// groups lists the headings and the commands under them. The last one is for all other commands.
var groups = []struct {
	title    string
	commands []string
}{
	{"Tours and other solutions", []string{"solve", "check", "info", "generate", "convert", "plot", "pipe"}},
	{"Experiments", []string{"bench", "compare", "algorithms"}},
	{"Solving as a service", []string{"serve", "worker", "jobs", "dead", "tokens", "pools", "backup", "restore"}},
	{"This program and this machine", nil},
}

// addGroups groups the commands under headings.
func addGroups(root *cobra.Command) {
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range root.Commands() {
			if c.GroupID == "" && (g.commands == nil || slices.Contains(g.commands, c.Name())) {
				c.GroupID = g.title
			}
		}
	}
}
