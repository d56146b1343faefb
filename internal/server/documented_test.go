package server_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// The tables of docs/service.md list every operation, and no others.
func TestEveryOperationIsDocumented(t *testing.T) {
	data, err := server.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/service.md")
	if err != nil {
		t.Fatal(err)
	}
	var described struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(data, &described); err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z]+ /[^`?]*)").FindAllStringSubmatch(string(page), -1) {
		documented[row[1]] = true
	}
	for path, methods := range described.Paths {
		for method := range methods {
			operation := strings.ToUpper(method) + " " + path
			if !documented[operation] {
				t.Errorf("docs/service.md has no row for %s", operation)
			}
			delete(documented, operation)
		}
	}
	delete(documented, "GET /openapi.json") // which does not describe itself
	for operation := range documented {
		t.Errorf("docs/service.md has a row for %s, which does not exist", operation)
	}
}
