package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tinyReport lists the faults that the tests of the tiny package do not detect. Faults that make
// the tests hang count as detected. The difference of two strings does not compile and does not
// count.
const tinyReport = `
survived  tiny.go:8: a > b → a >= b
survived  tiny.go:16: n < 10 → n <= 10
survived  tiny.go:16: n < 10 → n < (10 + 1)
survived  tiny.go:16: n < 10 → n < (10 - 1)
hung      tiny.go:25: n-- → nothing
hung      tiny.go:25: n-- → n++
discarded tiny.go:33: "hello " + name → "hello " - name
survived  tiny.go:38: flags&4 → flags|4
survived  tiny.go:38: flags&4 → flags&(4 + 1)
survived  tiny.go:38: flags&4 → flags&(4 - 1)
survived  tiny.go:38: flags&4 != 0 → flags&4 == 0
survived  tiny.go:38: flags&4 != 0 → flags&4 != 1
`

func TestReport(t *testing.T) {
	t.Run("all tests", func(t *testing.T) { testReport(t) })
	t.Run("tests that execute the line", func(t *testing.T) { testReport(t, "-reach") })
}

func testReport(t *testing.T, flags ...string) {
	t.Chdir("testdata/tiny")
	report := mutate(t, append(flags, "-all", "-n", "1000", ".")...)
	var noticed, others []string
	for line := range strings.Lines(report) {
		line, test, ok := strings.Cut(line, "  [")
		switch {
		case !ok:
		case strings.HasPrefix(line, "killed"):
			noticed = append(noticed, line)
			if !strings.HasPrefix(test, "--- FAIL: Test") {
				t.Errorf("%s: by %s", line, test)
			}
		default:
			others = append(others, line)
		}
	}
	if got, want := strings.Join(others, "\n"), strings.TrimSpace(tinyReport); got != want {
		t.Errorf("not killed:\n%s\nexpected:\n%s", got, want)
	}
	if len(noticed) != 15 {
		t.Errorf("%d are killed:\n%s", len(noticed), strings.Join(noticed, "\n"))
	}
	if want := "26 15 2 9 1 65 % ."; !strings.Contains(strings.Join(strings.Fields(report), " "), want) {
		t.Errorf("no row %q in\n%s", want, report)
	}
}

// A sample contains the requested number of mutants, does not depend on the number of workers, and
// depends on the seed.
func TestSamples(t *testing.T) {
	t.Chdir("testdata/tiny")
	mutants := func(args ...string) []string {
		all := regexp.MustCompile(`(?m)^(?:killed|survived) .*:\d+: .*$`)
		return all.FindAllString(mutate(t, append(args, "-all", "-only", "tiny.go:(8|33)", "-n", "2", ".")...), -1)
	}
	one, two, other := mutants("-jobs", "1"), mutants("-jobs", "2"), mutants("-seed", "3")
	if len(one) != 2 || len(other) != 2 {
		t.Errorf("%d and %d mutants, asked for 2", len(one), len(other))
	}
	if !slices.Equal(one, two) {
		t.Errorf("one worker tries\n%q, two try\n%q", one, two)
	}
	if slices.Equal(one, other) {
		t.Errorf("the seed does not matter: %q", one)
	}
}

func TestTestsMustPassFirst(t *testing.T) {
	t.Chdir("testdata/failing")
	if err := run(t.Context(), []string{"-skip", "Nothing", "."}, new(bytes.Buffer)); err != nil {
		t.Errorf("without the test that fails: %v", err)
	}
	if err := run(t.Context(), []string{"."}, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "fail without a mutant: --- FAIL: TestNothing") {
		t.Errorf("error %v", err)
	}
}

// An interrupted run reports the mutants that it has tried.
func TestInterruptedRunReports(t *testing.T) {
	runs := filepath.Join(t.TempDir(), "runs")
	if err := os.WriteFile(runs, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MUTATE_RUNS", runs)
	t.Chdir("testdata/interrupted")
	ctx, stop := interruptible(t.Context())
	defer stop()
	var out bytes.Buffer
	err := run(ctx, []string{"-jobs", "1", "-patience", "1h", "."}, &out)
	if err == nil || !strings.Contains(err.Error(), "interrupt") {
		t.Errorf("error %v", err)
	}
	report := strings.Join(strings.Fields(out.String()), " ")
	if !strings.HasPrefix(report, "interrupted.go:") || !strings.Contains(report, "1 0 0 1 0 0 % .") {
		t.Errorf("report %q", &out)
	}
}

// A failed package does not hide the report on the packages before it.
func TestReportBeforeAnError(t *testing.T) {
	t.Chdir("testdata/tiny")
	var out bytes.Buffer
	err := run(t.Context(), []string{"-only", "tiny.go:33", ".", "./missing"}, &out)
	if report := strings.Join(strings.Fields(out.String()), " "); err == nil || !strings.Contains(report, "0 0 0 0 1 - .") || strings.Contains(report, "missing") {
		t.Errorf("error %v, report %q", err, &out)
	}
}

func TestFaultsOfFlagsAreNamed(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "no packages given"},
		{"-n 0 .", "0 mutants"},
		{"-jobs 0 .", "0 at a time"},
		{"-only ( .", "missing closing"},
	} {
		if err := run(t.Context(), strings.Fields(c.args), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, expected %q", c.args, err, c.want)
		}
	}
}

// TestFaults checks every kind of fault, in a file that need not compile.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"x = a < b", "a <= b | a >= b | value dropped"},
		{"x = a == b", "a != b | value dropped"},
		{"x = a && b || c", "a && b && c | a || b | value dropped"},
		{"x += a", "value dropped | x -= a"},
		{"x = a * -b", "a / -b | b | value dropped"},
		{"x = min(a, b)", "max | value dropped"},
		{"x = a[1]", "a[0] | a[2] | value dropped"},
		{"p = nil", "nothing"},
		{"_ = f()", ""},
		{"x := f()", ""},
		{"f()", "nothing"},
		{"defer f()", "nothing"},
		{"x++", "nothing | x--"},
		{"for ; ; x++ { continue }", "break"},
		{"for !x { break }", "continue | false | x"},
		{"if x { }", "false | true"},
		{"return a, err", "return no error"},
		{"return a, nil", ""},
		{"return both()", ""},
		{"func() bool { return x }()", "nothing"},
	} {
		source := "package p\nfunc g() (int, error) {\n" + c.statement + "\n}\n"
		found, err := mutantsOf("p.go", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		var into []string
		for _, m := range found {
			_, change, _ := strings.Cut(m.what, " → ")
			into = append(into, change)
			if m.line != 3 || bytes.Equal(m.apply([]byte(source)), []byte(source)) {
				t.Errorf("%s: %v changes nothing there", c.statement, &m)
			}
		}
		slices.Sort(into)
		if got := strings.Join(into, " | "); got != c.want {
			t.Errorf("%s: %s, expected %s", c.statement, got, c.want)
		}
	}
}

// Numbers in a table and generated files are not mutated.
func TestDataIsLeftAlone(t *testing.T) {
	for _, source := range []string{
		"package p\nvar table = []int{1, 2, 3}\n",
		"// Code generated by hand. DO NOT EDIT.\n\npackage p\nfunc f(a, b int) int { return a + b }\n",
	} {
		if found, err := mutantsOf("p.go", []byte(source)); err != nil || len(found) > 0 {
			t.Errorf("%d mutants, %v:\n%s", len(found), err, source)
		}
	}
}

// mutate runs the tool with a time limit that is short, but long enough for a busy machine. The
// tool must leave its folder empty.
func mutate(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	t.Setenv("TMPDIR", t.TempDir())
	if err := run(t.Context(), append([]string{"-patience", "3s"}, args...), &out); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return out.String()
}
