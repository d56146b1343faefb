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

// The scripts run the real command in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tourmaline": func() { os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr)) },
		"readcost":   runReader,
	})
}

// Each script in testdata is a session of a user: commands, what they print,
// and how they exit.
func TestScripts(t *testing.T) { scripts(t, "testdata") }

// Those that need an OpenCL device.
func TestDeviceScripts(t *testing.T) {
	cltest.Device(t)
	scripts(t, "testdata/device")
}

// raced are the scripts whose commands run under the race detector with the tests: those in
// which most happens side by side. It makes a process ten times as slow to begin, so that
// the others run the command as it is built.
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
			if cache, err := os.UserCacheDir(); err == nil { // what the driver has compiled before
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
