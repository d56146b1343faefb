// Command deploycheck checks the files in deploy without a cluster and without a network: Kubernetes
// manifests against the types of Kubernetes, the KEDA object against KEDA's own schema, alert rules and
// the dashboard against Prometheus' parser and the list of metrics, and the image against the rule that
// every base image is pinned. It has its own module, so that the tools need none of its dependencies.
//
//	go -C tools/deploycheck run .
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A check returns what is wrong with the files of the project.
type check func(project fs.FS) []error

// checks lists all checks in the order in which they run.
var checks = []struct {
	name string
	run  check
}{
	{"deploy/Dockerfile", checkImage},
	{"deploy/kubernetes.yaml", checkManifests},
	{"deploy/metrics.json", checkMetrics},
	{"deploy/grafana.json", checkDashboard},
	{"deploy/alerts.yaml", checkAlerts},
	{"deploy/alerts_test.yaml", checkAlertTests},
	{"deploy/keda.yaml", checkScaler},
}

func main() {
	root := flag.String("root", "../..", "`folder` of the project")
	rows := flag.Bool("table", false, "print the table of metrics for docs/service.md instead")
	flag.Parse()
	if *rows {
		text, err := table(os.DirFS(*root))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Print(text)
		return
	}
	failed := false
	for _, c := range checks {
		faults := c.run(os.DirFS(*root))
		slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		for _, fault := range faults {
			fmt.Fprintf(os.Stderr, "%s: %v\n", c.name, fault)
		}
		if len(faults) == 0 {
			fmt.Println("ok   ", c.name)
		}
		failed = failed || len(faults) > 0
	}
	if failed {
		os.Exit(1)
	}
}
