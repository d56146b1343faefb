package service

import (
	"context"
	"errors"
	"net/http"
	"os"
	"testing"
)

// A private service accepts its token, rejects others, and removes its folder.
func TestPrivate(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	var p Private
	if err := p.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for token, want := range map[string]int{p.Token: http.StatusOK, "other": http.StatusUnauthorized} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL+"/v1/jobs", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("status %d, want %d", answer.StatusCode, want)
		}
	}
	if err := p.Close(); err != nil || p.Code == "" {
		t.Errorf("code %q, %v", p.Code, err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestPrivateNeedsAFolder(t *testing.T) {
	t.Setenv("TMPDIR", "/dev/null")
	var p Private
	var folder *FolderError
	if err := p.Start(t.Context()); !errors.As(err, &folder) {
		t.Errorf("%v", err)
	}
}

func TestPrivateEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var p Private
	if err := p.Start(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
