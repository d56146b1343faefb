package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const optima = "name,n,type,optimum_or_best_known,is_proven\ntiny,5,TSP/EUC_2D,1000,yes\n"

// TestPeersTable checks the means, and that a program without a tour in one of its runs has no mean.
func TestPeersTable(t *testing.T) {
	if _, err := exec.LookPath("awk"); err != nil {
		t.Skip("needs awk")
	}
	records := strings.Join([]string{
		"tourmaline\ttiny\t2\t1\t2.0\t1.9\tv1\t1000",
		"tourmaline\ttiny\t2\t2\t3.0\t1.9\tv1\t1003",
		"linkern\ttiny\t2\t1\t2.0\t1.9\tv1\t1010",
		"lkh\ttiny\t2\t1\t2.0\t1.9\tv1\t1000",
		"lkh\ttiny\t2\t2\t2.0\t1.9\tv1\t",
		"linkern\ttiny\t10\t1\t10.0\t9.9\tv1\t1001",
	}, "\n") + "\n"
	want := `| instance | limit | tourmaline | linkern | LKH | GA-EAX |
|---|---|---|---|---|---|
| tiny | 2 s | 0.150 (2.5 s) | 1.000 (2.0 s) | – | |
| tiny | 10 s | | 0.100 (10.0 s) | | |
`
	folder := t.TempDir()
	for name, text := range map[string]string{"optima.csv": optima, "records": records} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("awk", "-f", "peers.awk", filepath.Join(folder, "optima.csv"), filepath.Join(folder, "records")).CombinedOutput()
	if err != nil || string(out) != want {
		t.Errorf("%v, table\n%swant\n%s", err, out, want)
	}
}
