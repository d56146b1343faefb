package cli

import (
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/tourmaline-opt/tourmaline/internal/osrm/osrmtest"
)

// startOSRM implements the script command osrm [max-table=N] [island=LATITUDE] [lost=N], which
// starts a server that implements OSRM's protocol and sets OSRM to its URL. The options make it
// reject tables larger than N x N, find no road across a latitude, or find no route from request N
// on. The server writes the requested URLs to the file requests.
func startOSRM(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: osrm [max-table=N] [island=LATITUDE] [lost=N]")
	}
	options := map[string]int{}
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		n, err := strconv.Atoi(value)
		ts.Check(err)
		options[key] = n
	}
	s := &osrmtest.Server{MaxTable: options["max-table"]}
	if south, ok := options["island"]; ok {
		s.Island = func(lat, _ float64) bool { return lat < float64(south) }
	}
	var mu sync.Mutex
	list, err := os.Create(ts.MkAbs("requests"))
	ts.Check(err)
	s.Before = func(w http.ResponseWriter, r *http.Request, number int) bool {
		mu.Lock()
		_, _ = list.WriteString(r.URL.String() + "\n")
		mu.Unlock()
		lost, ok := options["lost"]
		if !ok || number < lost {
			return false
		}
		osrmtest.Refuse(w, http.StatusBadRequest, "NoRoute", "Impossible route between points")
		return true
	}
	s.Start()
	ts.Defer(func() {
		s.Close()
		_ = list.Close()
	})
	ts.Setenv("OSRM", s.URL)
}
