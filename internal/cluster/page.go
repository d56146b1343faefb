package cluster

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Filter selects jobs of a list.
type Filter struct {
	State  State    // "" for all states
	Labels []string // as name=value; a job must have all of them
	After  string   // Next of the previous page, or ""
	Limit  int
}

// A Page is a part of a list of jobs, latest first.
type Page struct {
	Jobs []Record
	Next string // position after the last job, or "" if there are no more jobs
}

// ErrPosition means that a position was not returned by an earlier page.
var ErrPosition = errors.New("unknown position: expected the value of next from the previous page")

// position returns the position of a job in a list. It stays valid after the job was deleted.
func position(e *hubEntry) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(e.created, 36) + "." + e.id))
}

func parsePosition(text string) (created int64, id string, err error) {
	plain, err := base64.RawURLEncoding.DecodeString(text)
	at, id, ok := strings.Cut(string(plain), ".")
	if err != nil || !ok {
		return 0, "", ErrPosition
	}
	if created, err = strconv.ParseInt(at, 36, 64); err != nil {
		return 0, "", ErrPosition
	}
	return created, id, nil
}

// matches reports whether a job passes the filter.
func (f Filter) matches(e *hubEntry) bool {
	if f.State != "" && e.state != f.State {
		return false
	}
	for _, label := range f.Labels {
		if !slices.Contains(e.labels, label) {
			return false
		}
	}
	return true
}

// Page lists jobs of a tenant. It reads the records of jobs that ended long ago from the store.
func (h *Hub) Page(ctx context.Context, tenant string, f Filter) (Page, error) {
	refs, next, err := h.pick(tenant, f)
	if err != nil {
		return Page{}, err
	}
	faults := make([]error, len(refs))
	room := make(chan struct{}, 16) // concurrent reads
	var wg sync.WaitGroup
	for i := range refs {
		if refs[i].Schema != "" {
			continue
		}
		room <- struct{}{}
		wg.Go(func() {
			defer func() { <-room }()
			r, err := h.store.Get(ctx, tenant, refs[i].ID)
			if err == nil {
				refs[i] = r.summary()
			}
			faults[i] = err
		})
	}
	wg.Wait()
	page := Page{Next: next}
	for i, r := range refs {
		switch {
		case errors.Is(faults[i], ErrNotFound): // deleted in the meantime
		case faults[i] != nil:
			return Page{}, fmt.Errorf("cannot list the jobs: %w", faults[i])
		default:
			page.Jobs = append(page.Jobs, r)
		}
	}
	return page, nil
}

// pick returns the records of a page, of which those that are not in memory have only an id.
func (h *Hub) pick(tenant string, f Filter) (refs []Record, next string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.index.of(tenant)
	line := cmp.Or(of.rare[f.State], &of.jobs)
	jobs := line.latest()
	if f.After != "" {
		created, id, err := parsePosition(f.After)
		if err != nil {
			return nil, "", err
		}
		jobs = line.before(created, id)
	}
	var last *hubEntry
	for e := range jobs {
		if !f.matches(e) {
			continue
		}
		if len(refs) == f.Limit {
			return refs, position(last), nil
		}
		r := Record{ID: e.id}
		if e.live != nil {
			r = e.live.record
		}
		refs, last = append(refs, r), e
	}
	return refs, "", nil
}
