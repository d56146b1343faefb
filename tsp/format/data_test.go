package format_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// optimum is a row of optima.csv.
type optimum struct {
	n    int
	cost int64
}

func optima(t *testing.T, data string) map[string]optimum {
	t.Helper()
	f, err := os.Open(filepath.Join(data, "optima.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]optimum{}
	for _, row := range rows[1:] {
		n, _ := strconv.Atoi(row[1])
		cost, _ := strconv.ParseInt(row[3], 10, 64)
		if strings.Contains(row[2], "TSP") {
			table[row[0]] = optimum{n, cost}
		}
	}
	return table
}

// Every benchmark file can be read and has as many cities as optima.csv states.
func TestBenchmarkFiles(t *testing.T) {
	data := testkit.Data(t)
	known := optima(t, data)
	for _, set := range []struct {
		pattern string
		count   int
	}{
		{"tsplib/*.tsp", 111}, {"atsp/*.atsp", 19}, {"vlsi/*.tsp", 80}, {"national/*.tsp", 26}, {"art/*.tsp", 4},
	} {
		files, _ := filepath.Glob(filepath.Join(data, set.pattern))
		if len(files) != set.count {
			t.Errorf("%s: %d files, expected %d", set.pattern, len(files), set.count)
		}
		for _, file := range files {
			in, err := format.ReadFile(file, format.Options{})
			if err != nil {
				t.Error(err)
				continue
			}
			name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
			if row, ok := known[name]; !ok || in.N() != row.n {
				t.Errorf("%s: %d cities, optima.csv says %d", name, in.N(), row.n)
			}
			if asymmetric := set.pattern == "atsp/*.atsp"; in.Symmetric() == asymmetric {
				t.Errorf("%s: symmetric %v", name, in.Symmetric())
			}
		}
	}
}
