package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// TestMain registers the commands that scripts and tests run in separate processes.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tourmaline": func() { os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr)) },
		"readcost":   runReader,
	})
}

// Each script in testdata is a user session: commands, their output and their exit codes.
func TestScripts(t *testing.T) { scripts(t, "testdata") }

// TestDeviceScripts runs the scripts that need an OpenCL device.
func TestDeviceScripts(t *testing.T) {
	cltest.Device(t)
	scripts(t, "testdata/device")
}

// raced lists the scripts with the most concurrency. If the tests run under the race detector, so
// do the commands of these scripts. The other scripts run the plain binary, because the race
// detector makes a process ten times slower to start.
var raced = []string{"interrupt", "outputs", "results", "batch", "drill", "first_minutes"}

func scripts(t *testing.T, dir string) {
	plain := ""
	if testkit.Race {
		plain = filepath.Dir(tourmalineBinary(t))
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			schema, err := filepath.Abs("../../docs/result.schema.json")
			e.Setenv("SCHEMA", schema)
			if data, ok := testkit.Find(); ok {
				e.Setenv("DATA", data)
			}
			if name := strings.TrimPrefix(filepath.Base(e.WorkDir), "script-"); plain != "" && !slices.Contains(raced, name) {
				e.Setenv("PATH", plain+string(os.PathListSeparator)+e.Getenv("PATH"))
			}
			e.Setenv("OCL_ICD_VENDORS", os.Getenv("OCL_ICD_VENDORS"))
			e.Setenv("XDG_CACHE_HOME", e.WorkDir)
			// reuse the kernels that the driver has already compiled
			if cache, err := os.UserCacheDir(); err == nil {
				e.Setenv("POCL_CACHE_DIR", filepath.Join(cache, "pocl"))
			}
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode":   exitCodeIs,
			"validate":   validate,
			"interrupt":  interrupt,
			"sameresult": sameResult,
			"osrm":       startOSRM,
			"serving":    serving,
			"remember":   remember,
			"fetch":      fetch,
		},
		Condition:           func(name string) (bool, error) { return condition(t, name) },
		RequireExplicitExec: true,
	})
}
