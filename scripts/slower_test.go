package scripts_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

const times = `pkg: x/y
,old,,new,,,
,sec/op,CI,sec/op,CI,vs base,P
A-2,1e-06,0%,CHANGE,p=0.000 n=8
geomean,1e-06,,1e-06,,+99.00%,
`

// others contains other metrics. An increase in iterations or in bytes per second is not a
// slowdown.
const others = `
,old,,new,,,
,turns,CI,turns,CI,vs base,P
A-2,104.5,3%,204.5,2%,+95.69%,p=0.000 n=8

,old,,new,,,
,B/s,CI,B/s,CI,vs base,P
A-2,1.045e+07,3%,2.045e+07,2%,+95.69%,p=0.000 n=8
`

func TestSlowerLooksAtTimes(t *testing.T) {
	if _, err := exec.LookPath("awk"); err != nil {
		t.Skip("needs awk")
	}
	program, err := os.ReadFile("slower")
	if err != nil {
		t.Fatal(err)
	}
	for change, want := range map[string]string{
		"1e-06,0%,~":         "no benchmark is slower by more than 10 %",
		"1.05e-06,0%,+5.00%": "no benchmark is slower by more than 10 %",
		"0.5e-06,0%,-50.00%": "no benchmark is slower by more than 10 %",
		"1.2e-06,0%,+20.00%": "slower: x/y A-2 +20.00% (p=0.000 n=8)",
		"4e-06,0%,+300.00%":  "slower: x/y A-2 +300.00% (p=0.000 n=8)",
		"1.1e-06,0%,+10.01%": "slower: x/y A-2 +10.01% (p=0.000 n=8)",
		"1.1e-06,0%,+10.00%": "no benchmark is slower by more than 10 %",
	} {
		c := exec.Command("awk", string(program), "10")
		c.Stdin = strings.NewReader(strings.Replace(times, "CHANGE", change, 1) + others)
		out, err := c.CombinedOutput()
		if got := strings.TrimSpace(string(out)); got != want || (err != nil) != strings.HasPrefix(want, "slower") {
			t.Errorf("%s: %q, %v, want %q", change, got, err, want)
		}
	}
}
