package cli

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// usersCodes are the exit codes that a user's mistake may cause.
var usersCodes = []int{exitOK, exitUsage, exitInput, exitDevice, exitOutput, exitCheck}

// blamesUser runs a command and checks that it blames neither the program nor a server.
func blamesUser(t *testing.T, args ...string) (code int) {
	t.Helper()
	processStart = time.Now() // time limits start with the process
	var out, errs bytes.Buffer
	code = streams{&out, &errs, outfile.OS()}.main(slices.Clone(args))
	if !slices.Contains(usersCodes, code) {
		t.Errorf("%s: exit code %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return code
}

// An algorithm solves every instance of its problem or refuses it with the exit code for usage,
// before the search starts.
func TestEveryAlgorithmSolvesOrRefuses(t *testing.T) {
	instances := map[string][][]string{"function": {{"--problem", "rastrigin", "--dim", "1"}, {"--problem", "rastrigin", "--dim", "30"}}}
	for problem, all := range oddInstances(t) {
		for _, file := range all {
			instances[problem] = append(instances[problem], []string{file})
		}
	}
	for _, o := range problems.Offers() {
		for _, instance := range instances[o.Problem] {
			t.Run(o.Problem+"/"+o.Name+"/"+filepath.Base(instance[len(instance)-1]), func(t *testing.T) {
				solvesOrRefuses(t, append(instance, "-a", o.Name))
				if o.Problem == "tsp" && o.Name != "islands" {
					solvesOrRefuses(t, append(instance, "-a", "islands", "-p", "members=ils,"+o.Name))
				}
			})
		}
	}
}

func solvesOrRefuses(t *testing.T, args []string) {
	t.Helper()
	result := filepath.Join(t.TempDir(), "r.json")
	code := blamesUser(t, slices.Concat([]string{"solve"}, args, []string{"-q", "--max-steps", "1", "-t", "100ms", "-o", result})...)
	if code != exitOK && code != exitUsage {
		t.Errorf("%s: exit code %d", strings.Join(args, " "), code)
	}
	if isFile(result) != (code == exitOK) {
		t.Errorf("%s: exit code %d, result %v", strings.Join(args, " "), code, isFile(result))
	}
}

// oddInstances writes instances of every kind that some algorithm may not accept, and returns their
// paths by problem.
func oddInstances(t *testing.T) map[string][]string {
	t.Helper()
	folder := t.TempDir()
	file := func(name, text string) string {
		testkit.WriteFile(t, filepath.Join(folder, name), text)
		return filepath.Join(folder, name)
	}
	made := func(name string, args ...string) string {
		mustRun(t, slices.Concat([]string{"generate"}, args, []string{"-o", filepath.Join(folder, name)})...)
		return filepath.Join(folder, name)
	}
	tours := []string{
		file("oneway.atsp", matrixText(30, "ATSP", func(i, j int) int { return 1 + (i*7+j*13)%97 })),
		file("forbidden.tsp", matrixText(12, "TSP", func(i, j int) int {
			if (i+j)%3 == 1 {
				return 99999999
			}
			return 5 + (i*j)%17
		})),
		file("same.csv", "x,y\n"+strings.Repeat("1,1\n", 9)),
		file("path.csv", stopsText(20)),
		made("large.tsp", "uniform", "100000"),
	}
	for n := 1; n <= 5; n++ {
		tours = append(tours, file(fmt.Sprintf("tiny%d.csv", n), stopsText(n)))
	}
	return map[string][]string{
		"tsp":        tours,
		"qap":        {file("one.dat", "1\n0\n0\n"), file("two.dat", qapText(2)), file("office.dat", qapText(9))},
		"perceptron": {made("tiny.ppp", "perceptron", "--rows", "1", "--cols", "1"), made("small.ppp", "perceptron", "--rows", "9", "--cols", "11")},
		"maxcut":     {file("none.mc", "2 0\n"), file("graph.mc", graphText(8))},
		"colouring":  {file("none.col", "p edge 3 0\n"), made("graph.col", "colouring", "12", "--edges", "20", "--colours", "3")},
		"vehicles":   {file("one.vrp", vehiclesText(1)), file("depot.vrp", vehiclesText(9))},
	}
}

// matrixText returns a TSPLIB file with a matrix.
func matrixText(n int, kind string, at func(i, j int) int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "NAME: odd\nTYPE: %s\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", kind, n)
	for i := range n {
		for j := range n {
			switch {
			case i == j:
				b.WriteString("0 ")
			case kind == "ATSP":
				fmt.Fprintf(&b, "%d ", at(i, j))
			default:
				fmt.Fprintf(&b, "%d ", at(min(i, j), max(i, j)))
			}
		}
		b.WriteByte('\n')
	}
	return b.String() + "EOF\n"
}

// Whatever value a flag is given, and whatever file replaces an input, the exit code is never that
// of an internal error.
func TestNoMistakeIsInternal(t *testing.T) {
	commands := userCommands(t)
	t.Chdir(t.TempDir()) // for outputs with a relative name
	tried := map[string]bool{}
	for _, c := range commands {
		if name := c.args[0]; !tried[name] {
			tried[name] = true
			badFlags(t, c)
		}
		for i := range c.inputs {
			for _, file := range append(badFiles(t), "missing"+filepath.Ext(c.args[i])) {
				args := slices.Clone(c.args)
				args[i] = file
				blamesUser(t, args...)
			}
		}
	}
}

// badFlags runs a command with odd values of every flag. A flag may name an output, so each flag
// has its own files.
func badFlags(t *testing.T, c userCommand) {
	t.Helper()
	for _, flag := range flagsOf(t, c.args) {
		for _, value := range append([]string{"", "x", "-1", "0", "1e999", "99999999999999999999", "nan", "\x00", "a=b", "missing/folder/file"}, badFiles(t)...) {
			blamesUser(t, append(slices.Clone(c.args), "--"+flag+"="+value)...)
		}
	}
}

// A userCommand is a valid command line and the indices of its arguments that are input files.
type userCommand struct {
	args   []string
	inputs map[int]bool
}

// userCommands returns a valid command line for every command that needs no service. Inputs are
// marked with a leading "@".
func userCommands(t *testing.T) (all []userCommand) {
	t.Helper()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	testkit.WriteFile(t, at("a.csv"), stopsText(6))
	testkit.WriteFile(t, at("a.dat"), qapText(4))
	mustRun(t, "solve", at("a.csv"), "--max-steps", "1", "-q", "-o", at("a.json"))
	testkit.WriteFile(t, at("plan.toml"), "title = \"t\"\ninstances = [\"a.csv\"]\nruns = 1\nsteps = 1\n[[contestant]]\nname = \"a\"\nalgorithm = \"ils\"\n")
	mustRun(t, "bench", at("plan.toml"), "-q", "-o", at("a.ndjson"))
	mustRun(t, "tokens", "create", "--file", at("tokens.json"), "--tenant", "t", "--scopes", "admin")
	mustRun(t, "pools", "create", "gpu", "--file", at("pools.json"))
	for _, line := range []string{
		"solve @a.csv --max-steps 1 -q", "solve @a.dat --max-steps 1 -q --init @a.json", "check @a.csv @a.json", "info @a.csv", "generate uniform 5 -o " + at("g.tsp"),
		"convert @a.csv " + at("c.tsp"), "plot @a.csv -o " + at("p.svg"), "bench @plan.toml --dry-run", "compare @a.ndjson", "algorithms ils", "version",
		"solve @a.csv --max-steps 1 -q --config @a.json", "solve @a.csv --max-steps 1 -q --matrix @a.json", "solve @a.csv --max-steps 1 -q --init @a.json",
		"solve @a.csv --max-steps 1 -q --resume --checkpoint @a.json", "plot --convergence @a.json -o " + at("p.svg"),
		"tokens list --file @tokens.json", "pools list --file @pools.json",
	} {
		c := userCommand{inputs: map[int]bool{}}
		for i, word := range strings.Fields(line) {
			if name, ok := strings.CutPrefix(word, "@"); ok {
				word, c.inputs[i] = at(name), true
			}
			c.args = append(c.args, word)
		}
		all = append(all, c)
	}
	return all
}

// badFiles returns files that are no valid input of any command: an empty file, a folder, one that
// cannot be opened, binary data, and beginnings of several formats.
func badFiles(t *testing.T) []string {
	t.Helper()
	folder := t.TempDir()
	all := []string{folder, os.DevNull, filepath.Join(folder, "a.csv", "b")}
	for name, text := range map[string]string{
		"empty": "", "binary": "\x00\xff\xfe\x01", "open.json": `{"a":[[[`, "list.json": "[]", "null.json": "null", "cut.tsp": "NAME: x\nDIMENSION: 5\n",
		"cut.gz": "\x1f\x8b\x08", "cut.zst": "\x28\xb5\x2f\xfd", "a.csv": "x,y\n1,\"", "a.dat": "3\n1 2", "a.mc": "3 1\n1 9 1\n", "a.col": "p edge 1", "a.ppp": "x",
		"a.xlsx": "PK\x03\x04", "a.gpx": "<gpx>", "a.geojson": `{"type":"FeatureCollection"`, "a.npy": "\x93NUMPY", "a.toml": "[", "a.drl": "M48\n", "a.ndjson": "{}\n",
		"a.tour": "TOUR_SECTION\n1\n1\n-1\n",
	} {
		testkit.WriteFile(t, filepath.Join(folder, name), text)
		all = append(all, filepath.Join(folder, name))
	}
	slices.Sort(all)
	return all
}

// flagsOf returns the flags of a command, except those that connect to a server or wait for a user.
func flagsOf(t *testing.T, args []string) (names []string) {
	t.Helper()
	c, _, err := Command().Find(args)
	if err != nil {
		t.Fatal(err)
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains([]string{"help", "view", "stay", "url", "osrm"}, f.Name) {
			names = append(names, f.Name)
		}
	})
	return names
}

// A service or a worker that cannot start because of its flags or files blames the user.
func TestNoMistakeOfAServiceIsInternal(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	testkit.WriteFile(t, at("text"), "text\n")
	if err := os.Chmod(at("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	serve := []string{"serve", "--listen", "127.0.0.1:0", "--data", at("data"), "--log-level", "error"}
	worker := []string{"worker", "--server", "nats://127.0.0.1:1", "--keys", at("text")}
	for _, args := range [][]string{
		append(serve, "--tls-cert", at("text"), "--tls-key", at("text")),
		append(serve, "--tls-cert", at("missing"), "--tls-key", at("missing")),
		append(serve, "--data", at("text")),
		append(serve, "--data", at("text/data")),
		append(serve, "--listen", "127.0.0.1:99999"),
		append(serve, "--listen", taken.Addr().String()),
		append(serve, "--engine-listen", taken.Addr().String()),
		append(serve, "--metrics-listen", taken.Addr().String()),
		append(serve, "--tokens", at("text")),
		append(serve, "--tokens", at("missing")),
		append(serve, "--basemap", at("text")),
		append(serve, "--basemap", at("missing")),
		append(serve, "--reports", at("missing")),
		append(serve, "--reports", at("text")),
		append(serve, "--slots", "-1"),
		append(serve, "--ready-file", at("missing/file")),
		worker,
		append(worker, "--keys", at("missing")),
		append(worker, "--keys", folder),
		append(worker, "--tls-ca", at("text")),
		append(worker, "--cache", at("text")),
		append(worker, "--server", "nats://%zz"),
		{"backup", "--server", "nats://127.0.0.1:1", "--keys", at("text"), "-o", at("backup")},
		{"backup", "--server", "nats://127.0.0.1:1", "--keys", at("missing"), "-o", at("backup")},
		{"restore", at("text"), "--server", "nats://127.0.0.1:1", "--keys", at("text")},
		{"restore", at("missing"), "--server", "nats://127.0.0.1:1", "--keys", at("text")},
	} {
		if code := blamesUser(t, args...); code == exitOK {
			t.Errorf("%s: exit code 0", strings.Join(args, " "))
		}
	}
}

// A plan whose instance has changed, or whose log cannot be used, is the user's mistake.
func TestNoMistakeOfAPlanIsInternal(t *testing.T) {
	folder := t.TempDir()
	plan, log := filepath.Join(folder, "plan.toml"), filepath.Join(folder, "log.ndjson")
	testkit.WriteFile(t, filepath.Join(folder, "a.csv"), stopsText(6))
	testkit.WriteFile(t, plan, "title = \"t\"\ninstances = [\"a.csv\"]\nruns = 1\nsteps = 1\n[[contestant]]\nname = \"a\"\nalgorithm = \"ils\"\n")
	for _, c := range []struct {
		log  string
		code int
	}{
		{log, exitOK}, {folder, exitOutput}, {filepath.Join(folder, "missing", "log"), exitOutput}, {plan, exitOutput},
	} {
		if code := blamesUser(t, "bench", plan, "-q", "-o", c.log); code != c.code {
			t.Errorf("bench -o %s: exit code %d, want %d", c.log, code, c.code)
		}
	}
	testkit.WriteFile(t, filepath.Join(folder, "a.csv"), stopsText(7))
	if code := blamesUser(t, "bench", plan, "-q", "-o", log); code != exitInput {
		t.Errorf("a changed instance: exit code %d, want %d", code, exitInput)
	}
}
