package cli

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// Every command reports that its output could not be written, with the exit code for outputs.
func TestEveryCommandReportsALostOutput(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	mustRun(t, "generate", "uniform", "8", "-o", at("a.tsp"))
	mustRun(t, "solve", at("a.tsp"), "--max-steps", "1", "-q", "-o", at("a.tour"))
	testkit.WriteFile(t, at("plan.toml"), "title = \"t\"\ninstances = [\"a.tsp\"]\nruns = 1\nsteps = 1\n[[contestant]]\nname = \"a\"\nalgorithm = \"ils\"\n")
	mustRun(t, "bench", at("plan.toml"), "-q", "-o", at("a.ndjson"))
	readFromStdin(t, `{"id": "1", "version": true}`+"\n")
	tried := map[string][]string{
		"check":                 {at("a.tsp"), at("a.tour")},
		"info":                  {at("a.tsp")},
		"generate":              {"uniform", "8", "-o", "-"},
		"convert":               {at("a.tsp"), "-"},
		"bench":                 {at("plan.toml"), "-o", at("a.ndjson")},
		"compare":               {at("a.ndjson")},
		"algorithms":            nil,
		"tokens create":         {"--file", at("tokens.json"), "--tenant", "t", "--scopes", "admin"},
		"tokens list":           {"--file", at("tokens.json")},
		"pools create":          {"gpu", "--file", at("pools.json")},
		"pools list":            {"--file", at("pools.json")},
		"pipe":                  nil,
		"version":               nil,
		"completion bash":       nil,
		"completion zsh":        nil,
		"completion fish":       nil,
		"completion powershell": nil,
	}
	for _, c := range commandTree(Command(), nil) {
		name := strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "tourmaline"), " ")
		losesOutput(t, append(strings.Fields(name), "--help")...)
		args, ok := tried[name]
		if ok {
			losesOutput(t, append(strings.Fields(name), args...)...)
		} else if !c.HasSubCommands() && !untried.MatchString(name) {
			t.Errorf("the test does not try the command %s", name)
		}
	}
}

// untried matches the commands that need a service, whose standard output is empty, or whose
// output depends on the machine; for solve, see TestNoClosedOutputLosesTheResult.
var untried = regexp.MustCompile(`^(serve|worker|jobs .*|dead .*|backup|restore|tokens (revoke|tenant)|pools revoke|plot|devices|solve|help)$`)

// commandTree returns a command and all commands below it.
func commandTree(c *cobra.Command, all []*cobra.Command) []*cobra.Command {
	all = append(all, c)
	for _, below := range c.Commands() {
		all = commandTree(below, all)
	}
	return all
}

// losesOutput checks the exit code of a command with a standard output that rejects every byte.
func losesOutput(t *testing.T, args ...string) {
	t.Helper()
	var errs bytes.Buffer
	if code := (streams{&narrow{}, &errs, outfile.OS()}).main(slices.Clone(args)); code != exitOutput {
		t.Errorf("%s: exit code %d, want %d: %s", strings.Join(args, " "), code, exitOutput, errs.String())
	}
}
