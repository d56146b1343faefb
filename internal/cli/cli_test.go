package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts run the real command in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tourmaline": func() { os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// Each script in testdata is a session of a user: commands, what they print,
// and how they exit.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			schema, err := filepath.Abs("../../docs/result.schema.json")
			e.Setenv("SCHEMA", schema)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exitcode":  exitCodeIs,
			"validate":  validate,
			"interrupt": interrupt,
		},
		RequireExplicitExec: true,
	})
}
