package cli

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"
)

const deployFolder = "../../deploy"

// deployed returns the commands that the files in deploy run, as the words after the program name.
func deployed(t *testing.T) map[string][][]string {
	t.Helper()
	return map[string][][]string{
		"Dockerfile":                imageCommand(t),
		"kubernetes.yaml":           containerCommands(t),
		"slurm.sh":                  shellCommands(t, "slurm.sh"),
		"tourmaline.service":        shellCommands(t, "tourmaline.service"),
		"tourmaline-worker.service": shellCommands(t, "tourmaline-worker.service"),
	}
}

// awaited lists commands and flags that the deployment files and the runbook already use, but that do
// not exist yet.
var awaited = []string{
	"backup",
}

// isAwaited reports whether a command, or a flag of a command, is in the list above.
func isAwaited(words []string) bool {
	return slices.ContainsFunc(awaited, func(a string) bool {
		command, flag, hasFlag := strings.Cut(a, " --")
		parts := strings.Fields(command)
		if len(words) < len(parts) || !slices.Equal(words[:len(parts)], parts) {
			return false
		}
		return !hasFlag || slices.ContainsFunc(words, func(w string) bool { return w == "--"+flag || strings.HasPrefix(w, "--"+flag+"=") })
	})
}

// withoutAwaited removes the awaited flags of a command.
func withoutAwaited(words []string) (rest []string) {
	for _, w := range words {
		if !strings.HasPrefix(w, "--") || !isAwaited([]string{words[0], w}) {
			rest = append(rest, w)
		}
	}
	return rest
}

// Nothing that exists is still awaited.
func TestAwaitedIsMissing(t *testing.T) {
	for _, a := range awaited {
		if knowsFlags(strings.Fields(a)) == nil {
			t.Errorf("%q exists: remove it from the list", a)
		}
	}
}

// The deployment files run only existing commands with existing flags.
func TestDeployedFlagsExist(t *testing.T) {
	for file, commands := range deployed(t) {
		if len(commands) == 0 {
			t.Errorf("%s runs nothing", file)
		}
		for _, words := range commands {
			if err := knowsFlags(withoutAwaited(words)); err != nil {
				t.Errorf("%s: %v: %v", file, words, err)
			}
		}
	}
}

// The runbook names only existing commands with existing flags.
func TestRunbookCommandsExist(t *testing.T) {
	page := read(t, "../../docs/runbook.md")
	command := regexp.MustCompile("(?m)(?:^|`)tourmaline ([a-z][^`#>|\n]*)")
	found := command.FindAllStringSubmatch(page, -1)
	if len(found) < 15 {
		t.Errorf("the runbook has %d commands", len(found))
	}
	for _, m := range found {
		words := strings.Fields(m[1])
		if isAwaited(words) {
			continue
		}
		if err := knowsFlags(words); err != nil {
			t.Errorf("tourmaline %s: %v", m[1], err)
		}
	}
}

func TestKnowsFlags(t *testing.T) {
	for words, good := range map[string]bool{
		"serve --data /data":       true,
		"worker --wait --slots=1":  true,
		"serve --nosuch":           false,
		"serve --wait":             false,
		"nosuch --data /data":      false,
		"worker -j 2 --keys FILE":  true,
		"jobs submit FILE -t 5s":   true,
		"jobs submit FILE --slots": false,
	} {
		if err := knowsFlags(strings.Fields(words)); (err == nil) != good {
			t.Errorf("%s: %v", words, err)
		}
	}
}

// knowsFlags returns an error unless the command exists and defines the given flags.
func knowsFlags(words []string) error {
	c, rest, err := Command().Find(words)
	if err != nil {
		return err
	}
	if c.HasSubCommands() {
		return errors.New("no such command")
	}
	for _, word := range rest {
		if err := knowsFlag(c, word); err != nil {
			return err
		}
	}
	return nil
}

func knowsFlag(c *cobra.Command, word string) error {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	switch {
	case strings.HasPrefix(word, "--") && c.Flags().Lookup(name) == nil:
		return errors.New(c.CommandPath() + " has no flag " + word)
	case len(word) == 2 && word[0] == '-' && c.Flags().ShorthandLookup(name) == nil:
		return errors.New(c.CommandPath() + " has no flag " + word)
	}
	return nil
}

func deployFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(deployFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shellCommands returns the lines of a script or a unit file that run the program, joined with
// their continuation lines.
func shellCommands(t *testing.T, name string) (all [][]string) {
	t.Helper()
	text := strings.ReplaceAll(deployFile(t, name), "\\\n", " ")
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, words, found := strings.Cut(line, "tourmaline "); found {
			all = append(all, strings.Fields(words))
		}
	}
	return all
}

// imageCommand returns the default command of the container image.
func imageCommand(t *testing.T) [][]string {
	t.Helper()
	for line := range strings.Lines(deployFile(t, "Dockerfile")) {
		if list, found := strings.CutPrefix(line, "CMD "); found {
			var words []string
			if err := json.Unmarshal([]byte(list), &words); err != nil {
				t.Fatal(err)
			}
			return [][]string{words}
		}
	}
	return nil
}

// The program in the container image is built so that it needs no other files.
func TestImageNeedsNoLibraries(t *testing.T) {
	tags := regexp.MustCompile(`go build -tags (\S+)`).FindStringSubmatch(deployFile(t, "Dockerfile"))
	if tags == nil {
		t.Fatal("the image is built without tags")
	}
	program := filepath.Join(t.TempDir(), "tourmaline")
	build := exec.Command("go", "build", "-tags", tags[1], "-o", program, "../../cmd/tourmaline")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Error("it needs a loader of libraries")
	}
}

// A manifest contains the fields of a Kubernetes object that the tests need.
type manifest struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		Selector any
		Template struct {
			Metadata struct{ Labels map[string]string }
			Spec     struct {
				Containers []container
				Volumes    []struct{ Name string }
			}
		}
		VolumeClaimTemplates []struct{ Metadata struct{ Name string } } `yaml:"volumeClaimTemplates"`
	}
}

type container struct {
	Args         []string
	VolumeMounts []struct {
		Name      string
		MountPath string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

func manifests(t *testing.T) (all []manifest) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(deployFile(t, "kubernetes.yaml")))
	for {
		var m manifest
		err := d.Decode(&m)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
}

func containerCommands(t *testing.T) (all [][]string) {
	t.Helper()
	for _, m := range manifests(t) {
		for _, c := range m.Spec.Template.Spec.Containers {
			all = append(all, c.Args)
		}
	}
	return all
}

// Every file that a container names is in one of its mounted volumes.
func TestKubernetesFilesAreMounted(t *testing.T) {
	path := regexp.MustCompile(`=(/[a-z]+)`)
	kinds := ""
	for _, m := range manifests(t) {
		kinds += m.Kind + " "
		var volumes []string
		for _, v := range m.Spec.Template.Spec.Volumes {
			volumes = append(volumes, v.Name)
		}
		for _, v := range m.Spec.VolumeClaimTemplates {
			volumes = append(volumes, v.Metadata.Name)
		}
		for _, c := range m.Spec.Template.Spec.Containers {
			var mounted []string
			for _, v := range c.VolumeMounts {
				mounted = append(mounted, v.MountPath)
				if !slices.Contains(volumes, v.Name) {
					t.Errorf("%s %s: no volume %s", m.Kind, m.Metadata.Name, v.Name)
				}
			}
			for _, file := range path.FindAllStringSubmatch(strings.Join(c.Args, " "), -1) {
				if !slices.Contains(mounted, file[1]) {
					t.Errorf("%s %s: nothing is mounted at %s", m.Kind, m.Metadata.Name, file[1])
				}
			}
		}
	}
	if !strings.HasPrefix(kinds, "Service Service ServiceAccount PodDisruptionBudget StatefulSet Deployment NetworkPolicy ") {
		t.Errorf("there are %s", kinds)
	}
}

// Scripts and unit files are well-formed. Units are checked only if systemd-analyze is installed.
func TestDeployedScriptsParse(t *testing.T) {
	if out, err := exec.Command("bash", "-n", filepath.Join(deployFolder, "slurm.sh")).CombinedOutput(); err != nil {
		t.Errorf("slurm.sh: %v: %s", err, out)
	}
	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("needs systemd-analyze")
	}
	program := tourmalineBinary(t)
	for _, unit := range []string{"tourmaline.service", "tourmaline-worker.service"} {
		copied := filepath.Join(t.TempDir(), unit)
		text := strings.ReplaceAll(deployFile(t, unit), "/usr/local/bin/tourmaline", program)
		if err := os.WriteFile(copied, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(verify, "verify", "--man=no", copied).CombinedOutput()
		if err != nil || len(bytes.TrimSpace(out)) > 0 {
			t.Errorf("%s: %v: %s", unit, err, out)
		}
		// The exposure is at most 1.5 of 10. Without hardening it is 9.6.
		if out, err := exec.Command(verify, "security", "--offline=true", "--threshold=15", copied).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", unit, err, out)
		}
	}
}
