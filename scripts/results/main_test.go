package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

const gaps = `
title = "Two searches"
about = "The second is better."
instances = ["tsplib/a.tsp", "tsplib/b.tsp"]
runs = 2
steps = 1000
[[contestant]]
name = "first"
algorithm = "ils"
[[contestant]]
name = "second"
algorithm = "mmas"
[full]
runs = 3
[paper]
cites = "X20"
item = "Table 2"
measure = "gap"
remark = "Theirs is a GPU."
[paper.figures]
a = {first = 0.5, "Friedman p" = 0.83}
all = {second = 1.25}
`

// records writes a record for each run of a plan. change sets the figures of a record.
func records(t *testing.T, file, text string, change func(r experiment.Run, record *experiment.Record)) {
	t.Helper()
	p, err := experiment.ReadPlan(strings.NewReader(text), file)
	if err != nil {
		t.Fatal(err)
	}
	log, err := experiment.OpenLog(file)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	for _, r := range p.Schedule(p.Instances) {
		record := experiment.Record{Schema: experiment.Schema, Key: r.Key(), Run: r.Number, Instance: experiment.InstanceName(r.Instance), Result: &tourmaline.Result{}}
		record.Machine = experiment.Machine{OS: "linux", Arch: "amd64", CPU: "A CPU", Cores: 2, Go: "go1", Version: "v1"}
		change(r, &record)
		if err := log.Add(record); err != nil {
			t.Fatal(err)
		}
	}
}

// page runs the program on plans and returns its output.
func page(t *testing.T, dir string, plans map[string]string) string {
	t.Helper()
	args := []string{"-papers", "", "-records", dir, "-o", filepath.Join(dir, "page.md")}
	for name, text := range plans {
		file := filepath.Join(dir, name+".toml")
		testkit.WriteFile(t, file, text)
		args = append(args, file)
	}
	if err := run(args); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "page.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func expect(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
}

func TestGapsBesideThoseOfThePaper(t *testing.T) {
	dir := t.TempDir()
	records(t, filepath.Join(dir, "any.ndjson"), gaps, func(r experiment.Run, record *experiment.Record) {
		gap := float64(r.Number)
		if r.Contestant.Name == "second" {
			gap += 0.5
		}
		record.Result.GapPercent, record.Busy = &gap, true
	})
	got := page(t, dir, map[string]string{"x20-table2": gaps})
	expect(t, got, "## [X20]\n\n### Table 2: Two searches\n\nThe paper: The second is better. [x20-table2]",
		"\nGap to the best known cost in %, mean of 2 runs, at most 1,000 steps each.\n",
		"| instance | first | second | Friedman p |", "| a | 1.50 (0.5) | 2 | 0.157 (0.83) |", "| all | 1.50 | 2 (1.25) |  |",
		"\nTheirs is a GPU.\n", "\n8 runs of version v1 on A CPU, 2 cores, linux/amd64, go1. Other programs disturbed 8 of 8 runs. Records: [any.ndjson](../plans/results/any.ndjson).\n")
	if again := page(t, dir, map[string]string{"x20-table2": gaps}); again != got {
		t.Error("the same records give another page")
	}
}

// A table names every version and machine that made its records, and says if a version cannot be
// obtained.
func TestOriginOfATable(t *testing.T) {
	dir := t.TempDir()
	records(t, filepath.Join(dir, "any.ndjson"), times, func(r experiment.Run, record *experiment.Record) {
		if r.Contestant.Name == "acs" {
			record.Machine.Version, record.Machine.Devices = "v0.0.0-20261116102528-2600421a1f85+dirty", []string{"A device"}
		}
	})
	expect(t, page(t, dir, map[string]string{"x20-table10": times}),
		"\n6 runs of version v1 on A CPU, 2 cores, linux/amd64, go1. 3 runs of version v0.0.0-20261116102528-2600421a1f85+dirty (not a committed version) on A CPU, 2 cores, linux/amd64, go1; A device. Records: [any.ndjson](../plans/results/any.ndjson).\n")
}

// Former records are used only if a table has no others, and the page says that they share seeds.
func TestFormerRecords(t *testing.T) {
	for _, newer := range []bool{false, true} {
		dir := t.TempDir()
		records(t, filepath.Join(dir, "former.ndjson"), times, func(r experiment.Run, record *experiment.Record) {
			record.Key, record.Run, record.Result.Seconds = r.FormerKey(), 0, 7
		})
		if newer {
			records(t, filepath.Join(dir, "newer.ndjson"), times, func(r experiment.Run, record *experiment.Record) {
				record.Result.Seconds = 8
				if r.Contestant.Name == "acs" {
					record.Result = nil
				}
			})
		}
		got := page(t, dir, map[string]string{"x20-table10": times})
		if newer {
			expect(t, got, "| ils | 8 |", "| mmas | 8 |")
		} else {
			expect(t, got, "| ils | 7 |", "| acs | 7 |")
		}
		if strings.Contains(got, "All contestants had the same seeds.") == newer || newer && strings.Contains(got, "| acs |") {
			t.Errorf("newer %v:\n%s", newer, got)
		}
	}
}

// A key contains the name of an instance, so records of two instances of one name are an error.
func TestInstancesOfOneName(t *testing.T) {
	dir := t.TempDir()
	records(t, filepath.Join(dir, "any.ndjson"), times, func(r experiment.Run, record *experiment.Record) {
		record.Result.Instance.Hash = fmt.Sprint("of run ", r.Number)
	})
	file := filepath.Join(dir, "x20-table10.toml")
	testkit.WriteFile(t, file, times)
	if err := run([]string{"-papers", "", "-records", dir, "-o", filepath.Join(dir, "page.md"), file}); err == nil || !strings.Contains(err.Error(), "instance a has the hash of run 2, but in another record it has of run 1") {
		t.Errorf("error %v", err)
	}
}

// Runs at full size are shown once, in addition to the default size or instead of it.
func TestBothSizes(t *testing.T) {
	for full, want := range map[string][2]int{"runs = 2": {1, 0}, "runs = 3": {0, 1}, "steps = 2000": {1, 1}} {
		dir := t.TempDir()
		plan := strings.Replace(gaps, "[full]\nruns = 3", "[full]\n"+full, 1)
		for name, text := range map[string]string{"short": plan, "full": atFullSize(plan, full)} {
			records(t, filepath.Join(dir, name+".ndjson"), text, func(r experiment.Run, record *experiment.Record) {
				gap := float64(r.Number)
				record.Result.GapPercent = &gap
			})
		}
		got := page(t, dir, map[string]string{"x20-table2": plan})
		short, whole := strings.Count(got, "\nGap to"), strings.Count(got, "\nAt full size: Gap to")
		if short != want[0] || whole != want[1] {
			t.Errorf("%s: %d tables of the default and %d of the full size, want %v", full, short, whole, want)
		}
	}
}

// atFullSize returns a plan whose default size is the full size of the given plan.
func atFullSize(plan, full string) string {
	key, _, _ := strings.Cut(full, " ")
	lines := strings.Split(plan, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, key+" =") {
			lines[i] = full
			break
		}
	}
	return strings.Join(lines, "\n")
}

const times = `
title = "Time"
instances = ["a.tsp"]
seeds = [1, 2, 3]
[[contestant]]
algorithm = "ils"
[[contestant]]
algorithm = "mmas"
[[contestant]]
algorithm = "acs"
[paper]
cites = "X20"
item = "Table 10"
measure = "seconds"
`

// Times of runs on a busy machine are used only if there are no other runs.
func TestTimesAreThoseOfAQuietMachine(t *testing.T) {
	dir := t.TempDir()
	records(t, filepath.Join(dir, "any.ndjson"), times, func(r experiment.Run, record *experiment.Record) {
		record.Result.Seconds = float64(r.Number * r.Number)
		switch r.Contestant.Name {
		case "ils":
			record.Busy = r.Number == 3
		case "mmas":
			record.Busy = true
		}
	})
	expect(t, page(t, dir, map[string]string{"x20-table10": times}),
		"Seconds per run, median of 2 to 3 runs.", "| contestant | a |", "| ils | 2.50 |", "| mmas | 4* |", "| acs | 4 |")
}

// A dagger marks times on a device that may include compilation.
func TestTimesWithoutWarmup(t *testing.T) {
	for warmup, want := range map[int]string{0: "| mmas | 4† |", 1: "| mmas | 4 |"} {
		dir := t.TempDir()
		text := strings.Replace(times, `"mmas"`, "\"mmas\"\nengine = \"opencl\"", 1)
		records(t, filepath.Join(dir, "any.ndjson"), text, func(r experiment.Run, record *experiment.Record) {
			record.Result.Seconds, record.Warmup = 4, warmup
		})
		expect(t, page(t, dir, map[string]string{"x20-table10": text}), want, "| ils | 4 |")
	}
}

func TestPlansInOrderAndWithoutRecords(t *testing.T) {
	command := "title = \"C\"\n[paper]\ncites = \"X20\"\nitem = \"Fig. 6\"\ncommand = \"go test ./x\"\n"
	got := page(t, t.TempDir(), map[string]string{"x20-table10": times, "x20-table2": gaps, "x20-fig6": command})
	expect(t, got, "\nNot run yet.\n", "```sh\ngo test ./x\n```")
	at := []int{strings.Index(got, "### Fig. 6"), strings.Index(got, "### Table 2"), strings.Index(got, "### Table 10")}
	if !(0 < at[0] && at[0] < at[1] && at[1] < at[2]) {
		t.Errorf("Fig. 6, Table 2 and Table 10 are at %v", at)
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.012345: "0.0123", 1.2345: "1.23", 12.345: "12.3", 1234.5: "1,234", 2000000: "2,000,000", -1234: "-1,234", 0.00001: "0.0000"} {
		if got := number(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// With -check, the program writes nothing and reports a page that is not up to date.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	page(t, dir, map[string]string{"x20-table10": times})
	output := filepath.Join(dir, "page.md")
	args := []string{"-papers", "", "-check", "-records", dir, "-o", output, filepath.Join(dir, "x20-table10.toml")}
	if err := run(args); err != nil {
		t.Error(err)
	}
	testkit.WriteFile(t, output, "old")
	if err := run(args); err == nil || !strings.Contains(err.Error(), "page.md is not up to date: run make results") {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(output); err != nil || string(text) != "old" {
		t.Errorf("the page became %q, %v", text, err)
	}
}

func TestFaultsAreTold(t *testing.T) {
	if err := run(nil); err == nil {
		t.Error("no plans: no error")
	}
	if err := run([]string{filepath.Join(t.TempDir(), "none.toml")}); err == nil {
		t.Error("a plan that is not there: no error")
	}
}
