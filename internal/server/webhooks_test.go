package server_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/server"
	"github.com/tourmaline-opt/tourmaline/internal/webhook"
)

// A received message, as a receiver sees it.
type received struct {
	id, timestamp string
	signatures    []string
	body          []byte
	Type          string
	Data          api.JobEvent
}

// A receiver is an HTTP server that receives messages.
type receiver struct {
	*httptest.Server
	messages chan received
}

// receive starts a receiver. respond decides about the response to the n-th message, from 1.
func receive(t *testing.T, respond func(n int, w http.ResponseWriter, r *http.Request)) *receiver {
	t.Helper()
	got := &receiver{messages: make(chan received, 1000)}
	numbers := make(chan int, 1)
	numbers <- 0
	got.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := <-numbers + 1
		numbers <- n
		m := received{id: r.Header.Get("webhook-id"), timestamp: r.Header.Get("webhook-timestamp"), signatures: strings.Fields(r.Header.Get("webhook-signature"))}
		m.body, _ = io.ReadAll(r.Body)
		if err := json.Unmarshal(m.body, &m); err != nil {
			t.Errorf("%v in %s", err, m.body)
		}
		got.messages <- m
		if respond != nil {
			respond(n, w, r)
		}
	}))
	t.Cleanup(got.Close)
	return got
}

func (r *receiver) next(t *testing.T) received {
	t.Helper()
	select {
	case m := <-r.messages:
		return m
	case <-time.After(20 * time.Second):
		t.Fatal("no message")
		return received{}
	}
}

// signedBy reports whether a message has a signature by a secret, which it computes on its own.
func (m received) signedBy(t *testing.T, secret string) bool {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 {
		t.Fatalf("secret %s: %v", secret, err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(m.id + "." + m.timestamp + "." + string(m.body)))
	return slices.Contains(m.signatures, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

// quick are pauses for tests.
var quick = webhook.Timing{FirstPause: 20 * time.Millisecond, MaxPause: 50 * time.Millisecond, Lease: time.Second, Grace: 10 * time.Millisecond}

func (s *service) register(t *testing.T, body string, headers ...string) server.Webhook {
	t.Helper()
	return as[server.Webhook](t, s.ask(t, "POST", "/v1/webhooks", body, append(headers, "Content-Type", "application/json")...), 201)
}

func (s *service) deliveries(t *testing.T, id string) []webhook.Delivery {
	t.Helper()
	return as[server.Deliveries](t, s.ask(t, "GET", "/v1/webhooks/"+id+"/deliveries", ""), 200).Deliveries
}

// solveSmall runs a job to its end.
func (s *service) solveSmall(t *testing.T, headers ...string) api.Job {
	t.Helper()
	return as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, append(headers, "Prefer", "wait=20")...), 200)
}

// A receiver gets a signed message about the end of a job; rotation adds a second signature.
func TestWebhookMessages(t *testing.T) {
	s := start(t, 1, server.Options{WebhookTiming: quick})
	to := receive(t, nil)
	before := s.solveSmall(t)
	hook := s.register(t, fmt.Sprintf(`{"url":%q,"description":"d"}`, to.URL))
	j := s.solveSmall(t)
	m := to.next(t)
	if m.Type != "job.done" || m.Data.ID != j.ID || m.Data.State != cluster.Done || m.Data.Digest.Cost != j.Digest.Cost || m.id == "" {
		t.Errorf("%s, expected the end of job %s, not of %s", m.body, j.ID, before.ID)
	}
	if !m.signedBy(t, hook.Secret) || m.signedBy(t, "whsec_"+base64.StdEncoding.EncodeToString(make([]byte, 32))) {
		t.Errorf("signatures %v", m.signatures)
	}
	if a := s.ask(t, "GET", "/v1/webhooks/"+hook.ID, ""); strings.Contains(string(a.body), "secret") || strings.Contains(string(s.ask(t, "GET", "/v1/webhooks", "").body), "secret") {
		t.Errorf("the secret is shown again: %s", a.body)
	}
	rotated := as[server.Webhook](t, s.ask(t, "POST", "/v1/webhooks/"+hook.ID+"/rotate", ""), 200)
	ping := as[webhook.Delivery](t, s.ask(t, "POST", "/v1/webhooks/"+hook.ID+"/test", ""), 200)
	m = to.next(t)
	if ping.Outcome != webhook.Delivered || ping.Status != 200 || m.Type != "webhook.ping" || m.id != ping.Message {
		t.Errorf("%+v for %s", ping, m.body)
	}
	if rotated.Secret == hook.Secret || !m.signedBy(t, hook.Secret) || !m.signedBy(t, rotated.Secret) {
		t.Errorf("signatures %v", m.signatures)
	}
	if all := s.deliveries(t, hook.ID); len(all) != 2 || all[0].Type != "webhook.ping" || all[1].Job != j.ID {
		t.Errorf("%+v", all)
	}
	if a := s.ask(t, "DELETE", "/v1/webhooks/"+hook.ID, ""); a.StatusCode != 204 {
		t.Errorf("%s", a.Status)
	}
	as[api.Problem](t, s.ask(t, "GET", "/v1/webhooks/"+hook.ID, ""), 404)
}

// A receiver that fails, redirects or is slow gets the message again, with the same id.
func TestWebhookRetries(t *testing.T) {
	for name, fail := range map[string]func(w http.ResponseWriter, r *http.Request){
		"error": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		},
		"disconnect":  func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"busy":        func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "0"); w.WriteHeader(429) },
		"large reply": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503); _, _ = w.Write(make([]byte, 10<<20)) },
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, 1, server.Options{WebhookTiming: quick})
			to := receive(t, func(n int, w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/hook" {
					t.Errorf("a redirect was followed to %s", r.URL.Path)
				}
				if n <= 2 {
					fail(w, r)
				}
			})
			hook := s.register(t, fmt.Sprintf(`{"url":%q}`, to.URL+"/hook"))
			s.solveSmall(t)
			first, second, third := to.next(t), to.next(t), to.next(t)
			if first.id != second.id || second.id != third.id || !bytes.Equal(first.body, third.body) {
				t.Errorf("%s and %s are different messages", first.body, third.body)
			}
			until(t, "there are three deliveries", func() bool { return len(s.deliveries(t, hook.ID)) == 3 })
			all := s.deliveries(t, hook.ID)
			if all[0].Outcome != webhook.Delivered || all[0].Attempt != 3 || all[1].Outcome != webhook.Failed || all[1].Error == "" {
				t.Errorf("%+v", all)
			}
			if w := as[server.Webhook](t, s.ask(t, "GET", "/v1/webhooks/"+hook.ID, ""), 200); w.FailingSince != nil || w.NextAttempt != nil {
				t.Errorf("%+v", w)
			}
		})
	}
}

// A slow receiver delays neither jobs nor other webhooks.
func TestASlowReceiver(t *testing.T) {
	s := start(t, 1, server.Options{WebhookTiming: quick})
	stop := make(chan struct{})
	slow := receive(t, func(int, http.ResponseWriter, *http.Request) { <-stop })
	t.Cleanup(func() { close(stop) }) // before the receiver is closed
	fast := receive(t, nil)
	s.register(t, fmt.Sprintf(`{"url":%q}`, slow.URL))
	s.register(t, fmt.Sprintf(`{"url":%q}`, fast.URL))
	for range 12 {
		j := s.solveSmall(t)
		if m := fast.next(t); m.Data.ID != j.ID {
			t.Errorf("%s instead of job %s", m.body, j.ID)
		}
	}
	if n := len(slow.messages); n != 1 {
		t.Errorf("the slow receiver got %d messages before it responded", n)
	}
}

// A message that a receiver always rejects is dropped, and the next one is delivered.
func TestARejectedMessageIsDropped(t *testing.T) {
	timing := quick
	timing.Refused = 100 * time.Millisecond
	s := start(t, 1, server.Options{WebhookTiming: timing})
	var poison string
	to := receive(t, nil)
	to.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m received
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil || m.Data.ID == poison {
			w.WriteHeader(400)
			return
		}
		to.messages <- m
	})
	poison = as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long, "Idempotency-Key", "poison"), 202).ID
	hook := s.register(t, fmt.Sprintf(`{"url":%q}`, to.URL))
	s.ask(t, "DELETE", "/v1/jobs/"+poison, "")
	until(t, "the message is dropped", func() bool {
		return slices.ContainsFunc(s.deliveries(t, hook.ID), func(d webhook.Delivery) bool { return d.Outcome == webhook.Dropped && d.Job == poison })
	})
	if j := s.solveSmall(t); to.next(t).Data.ID != j.ID {
		t.Error("expected the next job")
	}
}

// An endpoint that never accepts a message is disabled and says so; once enabled, it receives the
// messages that it has missed. Status 410 disables it at once.
func TestDisabledWebhooks(t *testing.T) {
	for status, reason := range map[int]string{500: "accepted no message for", 410: "410"} {
		timing := quick
		timing.Disable = 100 * time.Millisecond
		s := start(t, 1, server.Options{WebhookTiming: timing})
		broken := make(chan bool, 1)
		broken <- true
		to := receive(t, nil)
		to.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			is := <-broken
			broken <- is
			if is {
				w.WriteHeader(status)
				return
			}
			var m received
			if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
				t.Error(err)
			}
			to.messages <- m
		})
		hook := s.register(t, fmt.Sprintf(`{"url":%q}`, to.URL))
		j := s.solveSmall(t)
		var w server.Webhook
		until(t, "the webhook is disabled", func() bool {
			w = as[server.Webhook](t, s.ask(t, "GET", "/v1/webhooks/"+hook.ID, ""), 200)
			return w.Disabled != nil
		})
		if !strings.Contains(w.Reason, reason) {
			t.Errorf("%+v, expected %s", w, reason)
		}
		<-broken
		broken <- false
		if w = as[server.Webhook](t, s.ask(t, "POST", "/v1/webhooks/"+hook.ID+"/enable", ""), 200); w.Disabled != nil {
			t.Errorf("%+v", w)
		}
		if m := to.next(t); m.Data.ID != j.ID {
			t.Errorf("%+v, expected job %s", m, j.ID)
		}
	}
}

// If a server crashes while a message is being sent, another server sends the message again, and
// all later ones once.
func TestAnotherServerTakesOver(t *testing.T) {
	s := start(t, 1, server.Options{WebhookTiming: quick})
	arrived, crashed := make(chan struct{}), make(chan struct{})
	to := receive(t, func(n int, _ http.ResponseWriter, r *http.Request) {
		if n == 1 {
			close(arrived)
			select {
			case <-crashed:
			case <-r.Context().Done():
			}
		}
	})
	s.register(t, fmt.Sprintf(`{"url":%q}`, to.URL))
	first := s.solveSmall(t)
	<-arrived
	s.end()
	close(crashed)
	s.hub = s.store.Follow(t.Context(), slog.New(slog.DiscardHandler))
	s.listen(t, server.Options{WebhookTiming: quick})
	a, b := to.next(t), to.next(t)
	if a.id != b.id || b.Data.ID != first.ID {
		t.Errorf("%s and %s, expected the message about job %s again", a.body, b.body, first.ID)
	}
	seen := map[string]int{}
	for range 20 {
		seen[s.solveSmall(t).ID] = 0
	}
	for range 20 {
		seen[to.next(t).Data.ID]++
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%d messages about job %s", n, id)
		}
	}
}

// Two servers do not send messages twice.
func TestServersShareWebhooks(t *testing.T) {
	s := start(t, 1, server.Options{WebhookTiming: webhook.Timing{Lease: time.Minute, Grace: time.Minute}})
	to := receive(t, nil)
	s.register(t, fmt.Sprintf(`{"url":%q}`, to.URL))
	s.hub = s.store.Follow(t.Context(), slog.New(slog.DiscardHandler))
	s.listen(t, server.Options{WebhookTiming: webhook.Timing{Lease: time.Minute, Grace: time.Minute}})
	seen := map[string]int{}
	for range 30 {
		seen[s.solveSmall(t).ID] = 0
	}
	for range seen {
		seen[to.next(t).Data.ID]++
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%d messages about job %s", n, id)
		}
	}
}

// An endpoint receives only the states and labels that it asks for, of its own tenant.
func TestWebhookFilters(t *testing.T) {
	y := newTenancy(t)
	acme := bearer(y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite))
	globex := bearer(y.grant(t, "globex", 0, access.JobsRead, access.JobsWrite))
	reader := bearer(y.grant(t, "acme", 0, access.JobsRead))
	s := start(t, 1, server.Options{Access: y.book, WebhookTiming: quick, WebhooksPrivate: true})
	to := receive(t, nil)
	hook := s.register(t, fmt.Sprintf(`{"url":%q,"labels":{"team":"north"},"states":["running","done"]}`, to.URL), acme...)
	labelled := strings.Replace(small, `"settings"`, `"labels":{"team":"north"},"settings"`, 1)
	s.solveSmall(t, acme...)
	as[api.Job](t, s.ask(t, "POST", "/v1/jobs", labelled, append(slices.Clone(globex), "Prefer", "wait=20")...), 200)
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", labelled, append(slices.Clone(acme), "Prefer", "wait=20")...), 200)
	for _, state := range []cluster.State{cluster.Running, cluster.Done} {
		if m := to.next(t); m.Data.ID != j.ID || m.Data.State != state || m.Data.Labels["team"] != "north" {
			t.Errorf("%s, expected %s of job %s", m.body, state, j.ID)
		}
	}
	as[api.Problem](t, s.ask(t, "GET", "/v1/webhooks/"+hook.ID, "", globex...), 404)
	as[api.Problem](t, s.ask(t, "DELETE", "/v1/webhooks/"+hook.ID, "", globex...), 404)
	as[api.Problem](t, s.ask(t, "GET", "/v1/webhooks", "", reader...), 403)
}

// A tenant cannot make a server with tokens send requests into its network, also not by a name.
func TestWebhooksAtPrivateAddresses(t *testing.T) {
	y := newTenancy(t)
	acme := append(bearer(y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite)), "Content-Type", "application/json")
	s := start(t, 0, server.Options{Access: y.book, WebhookTiming: quick})
	for _, url := range []string{"http://example.org/", "https://127.0.0.1/", "https://localhost/", "https://169.254.169.254/", "https://[::ffff:10.0.0.1]/", "https://10.0.0.1/", "ftp://example.org/", "nonsense"} {
		if p := as[api.Problem](t, s.ask(t, "POST", "/v1/webhooks", fmt.Sprintf(`{"url":%q}`, url), acme...), 422); len(p.Errors) != 1 || p.Errors[0].Field != "url" {
			t.Errorf("%s: %+v", url, p)
		}
	}
	for _, body := range []string{`{}`, `{"url":"https://example.org","states":["queued"]}`, `{"url":"https://example.org","states":["done","done"]}`, `{"url":"https://example.org","x":1}`, `[]`, `{"url":"https://example.org"} {}`} {
		as[api.Problem](t, s.ask(t, "POST", "/v1/webhooks", body, acme...), 422)
	}
	for range webhook.MaxEndpoints {
		s.register(t, `{"url":"https://example.org/hooks"}`, acme...)
	}
	if p := as[api.Problem](t, s.ask(t, "POST", "/v1/webhooks", `{"url":"https://example.org/hooks"}`, acme...), 409); p.Code != "quota_exceeded" {
		t.Errorf("%+v", p)
	}
}
