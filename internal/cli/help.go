package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A section of --help has the flags of one purpose.
type section struct {
	title string
	flags []string
}

// sections are those of most commands. A flag means the same wherever it is.
var sections = []section{
	{"Limits (the first that is reached ends the search)", []string{
		"time-limit", "max-steps", "no-improvement", "target", "target-gap",
	}},
	{"Route", []string{"start", "end", "open", "init"}},
	{"Algorithm", []string{"algorithm", "param", "seed", "threads", "runs"}},
	{"Comparison", []string{"instances", "data", "records", "no-solutions", "measure", "exclude-busy", "allow", "contestants", "full", "dry-run"}},
	{"Output", []string{"output", "format", "route", "miles", "plot", "tiles", "trace", "progress", "quiet", "verbose"}},
	{"Live view", []string{"view", "no-browser", "stay"}},
	{"Picture", []string{"convergence", "show", "hide", "frame", "dark", "mono", "tool", "title", "width"}},
	{"Going on later", []string{"checkpoint", "checkpoint-every", "resume", "config"}},
	{"Roads", []string{"matrix", "osrm", "osrm-profile", "save-matrix"}},
	{"Input", []string{"columns", "skip-invalid", "sheet", "metric", "unit", "input-format", "max-input", "problem", "dim"}},
	{"Engine", []string{"engine", "device", "launch", "exact"}},
	{"Service", []string{"server", "token", "tls-ca", "label", "key"}},
}

// serviceSections are those of commands that run as a service.
var serviceSections = []section{
	{"HTTP", []string{"listen", "tokens", "tls-cert", "tls-key", "tls-ca", "basemap", "reports", "ready-file"}},
	{"Jobs in this process", []string{"slots", "threads", "checkpoint-every"}},
	{"Storage and nodes", []string{"data", "engine-listen", "nats", "nats-keys", "name", "cluster", "routes", "replicas", "ack-wait", "retain", "max-store"}},
	{"Limits of jobs", []string{"max-input", "max-cities", "max-time", "max-queued", "max-running"}},
	{"Log", []string{"log-format", "log-level"}},
}

// sectionsOf are the sections of a command.
func sectionsOf(c *cobra.Command) []section {
	if c.Name() == "serve" {
		return serviceSections
	}
	return sections
}

// fewFlags is the number of flags up to which a command needs no sections.
const fewFlags = 12

// The groups of commands.
const (
	groupTours       = "tours"
	groupExperiments = "experiments"
	groupService     = "service"
	groupMachine     = "machine"
)

// addGroups puts commands under headings.
func addGroups(root *cobra.Command) {
	root.AddGroup(
		&cobra.Group{ID: groupTours, Title: "Tours and other solutions"},
		&cobra.Group{ID: groupExperiments, Title: "Experiments"},
		&cobra.Group{ID: groupService, Title: "Solving as a service"},
		&cobra.Group{ID: groupMachine, Title: "This program and this machine"},
	)
	for _, c := range root.Commands() {
		switch c.Name() {
		case "solve", "check", "info", "generate", "convert", "plot":
			c.GroupID = groupTours
		case "bench", "compare", "algorithms":
			c.GroupID = groupExperiments
		case "serve", "worker", "jobs", "tokens":
			c.GroupID = groupService
		default:
			c.GroupID = groupMachine
		}
	}
}

// usage is what --help shows below the description.
func usage(c *cobra.Command) error {
	var b strings.Builder
	writeUsage(&b, c)
	_, err := io.WriteString(c.OutOrStderr(), b.String())
	return err
}

func writeUsage(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "Usage:\n  %s\n", c.UseLine())
	if c.HasExample() {
		fmt.Fprintf(b, "\nExamples:\n%s\n", c.Example)
	}
	writeCommands(b, c)
	for _, s := range flagSections(c) {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		for _, f := range s.flags {
			set.AddFlag(f)
		}
		fmt.Fprintf(b, "\n%s:\n%s", s.title, set.FlagUsagesWrapped(helpWidth))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(b, "\n'%s COMMAND --help' says more about a command.\n", c.CommandPath())
	}
}

// helpWidth is that of most terminals, and of the reference.
const helpWidth = 100

func writeCommands(b *strings.Builder, c *cobra.Command) {
	list := func(title, group string) {
		var lines []string
		for _, sub := range c.Commands() {
			if sub.GroupID == group && sub.IsAvailableCommand() {
				lines = append(lines, fmt.Sprintf("  %-11s %s\n", sub.Name(), sub.Short))
			}
		}
		if len(lines) > 0 {
			fmt.Fprintf(b, "\n%s:\n%s", title, strings.Join(lines, ""))
		}
	}
	for _, g := range c.Groups() {
		list(g.Title, g.ID)
	}
	list("Commands", "")
}

// A flagSection is a section with the flags that a command has of it.
type flagSection struct {
	title string
	flags []*pflag.Flag
}

// flagSections sorts the flags of a command into sections, each in the order of the
// section. Flags of no section come last.
func flagSections(c *cobra.Command) []flagSection {
	rest := flagsOf(c)
	if len(rest) <= fewFlags {
		return []flagSection{{"Flags", rest}}
	}
	var all []flagSection
	for _, s := range sectionsOf(c) {
		var found []*pflag.Flag
		for _, name := range s.flags {
			if i := slices.IndexFunc(rest, func(f *pflag.Flag) bool { return f.Name == name }); i >= 0 {
				found = append(found, rest[i])
				rest = slices.Delete(rest, i, i+1)
			}
		}
		if len(found) > 0 {
			all = append(all, flagSection{s.title, found})
		}
	}
	return append(all, flagSection{"Other", rest})
}

// flagsOf lists the flags of a command that --help shows.
func flagsOf(c *cobra.Command) (list []*pflag.Flag) {
	c.InitDefaultHelpFlag()
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			list = append(list, f)
		}
	})
	return list
}
