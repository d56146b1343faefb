package experiment

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestCommitted(t *testing.T) {
	for version, want := range map[string]bool{
		"": false, "devel": false, "v0.0.0-20261116102528-2600421a1f85+dirty": false, "v1.2.3+dirty": false,
		"v0.0.0-20261116112332-7e9d0dc17411": true, "v1.2.3": true,
	} {
		if got := Committed(version); got != want {
			t.Errorf("%q: %v, want %v", version, got, want)
		}
	}
}

func TestMayRecord(t *testing.T) {
	for _, c := range []struct {
		file, version string
		want          bool
	}{
		{"plans/results/a.ndjson", "devel", false},
		{"./x/../plans/results/a.ndjson", "v1+dirty", false},
		{"plans/results/a.ndjson", "v1", true},
		{"plans/a.ndjson", "devel", true},
		{"results/a.ndjson", "devel", true},
		{"a.ndjson", "devel", true},
	} {
		err := MayRecord(filepath.FromSlash(c.file), c.version)
		if (err == nil) != c.want || err != nil && !strings.Contains(err.Error(), "version "+c.version) {
			t.Errorf("%s by %s: %v", c.file, c.version, err)
		}
	}
}
