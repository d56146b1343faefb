package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

const letter = `{"tenant":"acme","written":"2026-01-02T03:04:05Z","claims":5,"job":{"id":"abc","label":"Monday","state":"failed","problem":"tsp",
"instance":{"hash":"sha256:0","file":"stops.csv"},"spec":{"instance":"sha256:0","file":"stops.csv","settings":{"seed":1}},"created":"2026-01-02T03:00:00Z",
"queue_seconds":1,"worker":"left","cancel":false,"faults":[{"code":"poison","detail":"the job crashed its workers: 5 times"}]}}`

// The commands on dead letters send the right requests and print every part of a letter.
func TestDeadCommands(t *testing.T) {
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.RequestURI())
		switch {
		case r.URL.Path == "/v1/dead":
			_, _ = w.Write([]byte(`{"letters":[` + letter + `]}`))
		case r.Method == http.MethodPost:
			_, _ = w.Write([]byte(`{"id":"abc","state":"queued","spec":{"instance":"sha256:0","file":"stops.csv","settings":{"seed":1}}}`))
		case r.Method == http.MethodGet:
			_, _ = w.Write([]byte(letter))
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	defer s.Close()
	for _, c := range []struct{ words, request, out, err string }{
		{"list --tenant *", "GET /v1/dead?limit=1000&tenant=%2A", "abc acme stops.csv left crashed", ""},
		{"show abc", "GET /v1/dead/abc", "abc acme stops.csv Monday left attempts 5 crashed", ""},
		{"requeue abc --tenant acme", "POST /v1/dead/abc/requeue?tenant=acme", "", "job abc: queued"},
		{"drop abc", "DELETE /v1/dead/abc", "", "dropped the dead letter of job abc"},
	} {
		asked = nil
		var out, errs bytes.Buffer
		code := streams{&out, &errs, outfile.OS()}.main(append(append([]string{"dead"}, strings.Fields(c.words)...), "--server", s.URL))
		if code != exitOK || len(asked) != 1 || asked[0] != c.request || !strings.Contains(errs.String(), c.err) {
			t.Errorf("%s: code %d, requests %q, %s", c.words, code, asked, errs.String())
		}
		for word := range strings.FieldsSeq(c.out) {
			if !strings.Contains(out.String(), word) {
				t.Errorf("%s: no %q in\n%s", c.words, word, out.String())
			}
		}
	}
}
