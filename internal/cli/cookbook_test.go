package cli

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/osrm/osrmtest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

var update = flag.Bool("update", false, "rewrite the output of the commands in the cookbook and the README")

// The commands in the cookbook, the answers and the README run and print the output that the pages show. A
// fenced block whose language is followed by a name defines a file. An ellipsis matches any text;
// on a line by itself it matches any number of lines. Times may differ.
func TestCookbookGolden(t *testing.T) { checkPage(t, "../../docs/cookbook.md", 20) }

func TestQuestionsGolden(t *testing.T) { checkPage(t, "../../docs/questions.md", 15) }

func TestReadmeGolden(t *testing.T) { checkPage(t, "../../README.md", 6) }

// checkPage runs the console blocks of a page in a folder that contains a copy of the examples
// folder. The page must contain at least the given number of commands.
func checkPage(t *testing.T, page string, least int) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Fatal("the commands are for bash: ", err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	server := (&osrmtest.Server{}).Start()
	t.Cleanup(server.Close)
	shell := cookShell{dir: dir, path: filepath.Dir(tourmalineBinary(t)), osrm: server.URL}
	commands, now := 0, string(text)
	for _, b := range blocks(string(text)) {
		kind, name, _ := strings.Cut(b.info, " ")
		if name != "" {
			testkit.WriteFile(t, filepath.Join(dir, name), b.text)
			continue
		}
		if kind != "console" {
			continue
		}
		for _, c := range recipes(b.text) {
			commands++
			got := shell.run(c.command)
			switch err := like(c.output, got); {
			case err == nil:
			case *update:
				now = strings.Replace(now, c.text(c.output), c.text(got), 1)
			default:
				t.Errorf("line %d: $ %s\n%v\n%s", b.line, c.command, err, got)
			}
		}
	}
	if commands < least {
		t.Errorf("%s has %d commands, want at least %d", page, commands, least)
	}
	if *update {
		testkit.WriteFile(t, page, now)
	}
}

// A cookShell runs commands in a separate folder.
type cookShell struct{ dir, path, osrm string }

// run returns the output of a command on both streams.
func (s cookShell) run(command string) string {
	c := exec.Command("bash", "-c", strings.ReplaceAll(command, "http://localhost:5000", s.osrm))
	c.Dir = s.dir
	c.Env = append(os.Environ(), "PATH="+s.path+":"+os.Getenv("PATH"))
	out, _ := c.CombinedOutput() // the output shows whether the command failed
	return strings.ReplaceAll(string(out), s.osrm, "http://localhost:5000")
}

// A block is a fenced block of a Markdown page.
type block struct {
	line       int
	info, text string
}

func blocks(page string) (all []block) {
	var now *block
	line := 0
	for text := range strings.Lines(page) {
		line++
		info, fence := strings.CutPrefix(strings.TrimSpace(text), "```")
		switch {
		case fence && now == nil:
			now = &block{line: line, info: info}
		case fence:
			all = append(all, *now)
			now = nil
		case now != nil:
			now.text += text
		}
	}
	return all
}

// A recipe is a command and its output.
type recipe struct{ command, output string }

// text returns the recipe as it appears on the page, with the given output.
func (s recipe) text(output string) string { return "$ " + s.command + "\n" + output }

func recipes(text string) (all []recipe) {
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			all = append(all, recipe{command: strings.TrimSpace(command)})
		} else if len(all) > 0 {
			all[len(all)-1].output += line
		}
	}
	return all
}

// measured matches the values that differ between runs.
var measured = regexp.MustCompile(` *\d+\.\d+ s\b|\d+ threads?|\d+\.\d+ % serial`)

// like returns an error if an output differs from the output that a page shows.
func like(want, got string) error {
	pattern := "^"
	for line := range strings.Lines(measured.ReplaceAllString(want, "#")) {
		if line == "…\n" {
			pattern += `(?:.*\n)*`
			continue
		}
		pattern += strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
	}
	if !regexp.MustCompile(pattern + "$").MatchString(measured.ReplaceAllString(got, "#")) {
		return fmt.Errorf("the page says\n%s\nbut it printed", want)
	}
	return nil
}

func TestLike(t *testing.T) {
	for _, c := range []struct {
		want, got string
		same      bool
	}{
		{"a 0.10 s\n", "a 12.34 s\n", true},
		{"a\n…\nb\n", "a\nx\ny\nb\n", true},
		{"a\n…\n", "a\nx\n", true},
		{"read in … and …\nb\n", "read in 3 and 4\nb\n", true},
		{"a\n", "b\n", false},
		{"a\n", "a\nb\n", false},
		{"a …\n", "b c\n", false},
	} {
		if err := like(c.want, c.got); (err == nil) != c.same {
			t.Errorf("%q like %q: %v", c.got, c.want, err)
		}
	}
}
