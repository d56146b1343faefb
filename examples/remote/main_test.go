package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/client"
)

// The example reports what a service refuses.
func TestRefusal(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"status":403,"code":"forbidden","detail":"the token does not have the scope jobs:read"}`))
	}))
	defer s.Close()
	var out strings.Builder
	var refused *client.Problem
	err := solve(t.Context(), s.URL, "../stops.csv", &out)
	if !errors.As(err, &refused) || refused.Code != "forbidden" || out.Len() > 0 {
		t.Errorf("found %v and %q", err, out.String())
	}
}
