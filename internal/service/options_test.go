package service

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/pools"
)

// Validate rejects options that cannot work or that would be open to other machines. The error
// names the field.
func TestValidate(t *testing.T) {
	certificate := &TLS{Certificate: "c.pem", Key: "c.key"}
	for _, c := range []struct {
		name  string
		o     Options
		field string // "" if the options are valid
	}{
		{"alone", Options{Listen: "127.0.0.1:8080"}, ""},
		{"IPv6", Options{Listen: "[::1]:8080"}, ""},
		{"open", Options{Listen: "0.0.0.0:8080"}, "Listen"},
		{"every address", Options{Listen: ":8080"}, "Listen"},
		{"a name", Options{Listen: "example.org:8080"}, "Listen"},
		{"open with TLS alone", Options{Listen: "0.0.0.0:8080", TLS: certificate}, "Listen"},
		{"open with tokens alone", Options{Listen: "0.0.0.0:8080", Tokens: "t"}, "Listen"},
		{"open with an authority for a certificate", Options{Listen: "0.0.0.0:8080", Tokens: "t", TLS: &TLS{CA: "ca"}}, "Listen"},
		{"open with both", Options{Listen: "0.0.0.0:8080", Tokens: "t", TLS: certificate}, ""},
		{"no port", Options{Listen: "localhost"}, "Listen"},
		{"open broker", Options{Listen: "localhost:0", BrokerListen: "10.0.0.1:4222"}, "BrokerListen"},
		{"open cluster", Options{Listen: "localhost:0", Name: "a", Cluster: "10.0.0.1:6222"}, "Cluster"},
		{"no name", Options{Listen: "localhost:0", Cluster: "localhost:6222"}, "Cluster"},
		{"routes alone", Options{Listen: "localhost:0", Routes: []string{"localhost:1"}}, "Routes"},
		{"NATS with a broker", Options{Listen: "localhost:0", NATS: "nats://localhost", BrokerListen: "localhost:1"}, "NATS"},
		{"copies of one node", Options{Listen: "localhost:0", Replicas: 3}, "Replicas"},
		{"an even number", Options{Listen: "localhost:0", Name: "a", Cluster: "localhost:1", Replicas: 2}, "Replicas"},
		{"three nodes", Options{Listen: "localhost:0", Name: "a", Cluster: "localhost:1", Replicas: 3}, ""},
		{"slots", Options{Listen: "localhost:0", Slots: -1}, "Slots"},
		{"impatient", Options{Listen: "localhost:0", AckWait: time.Millisecond}, "AckWait"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m *OptionError
			err := c.o.Validate()
			if errors.As(err, &m) != (c.field != "") || m != nil && m.Field != c.field {
				t.Errorf("expected something about %q, found %v", c.field, err)
			}
		})
	}
}

// The first task that fails stops the others, and runAll returns its error.
func TestTogether(t *testing.T) {
	broken := errors.New("broken")
	var order []string
	err := runAll(t.Context(), waits(&order), fails(broken))
	if !errors.Is(err, broken) || !slices.Equal(order, []string{"ended"}) {
		t.Errorf("%v, %v", err, order)
	}
}

func waits(order *[]string) task {
	return func(ctx context.Context) error {
		<-ctx.Done()
		*order = append(*order, "ended")
		return nil
	}
}

func fails(with error) task { return func(context.Context) error { return with } }

// Error messages name a server without the password in its URL.
func TestPasswordsAreNotShown(t *testing.T) {
	const servers = "nats://me:secret@127.0.0.1:1,me:secret@127.0.0.1:2,nats://secret@127.0.0.1:1"
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, unreachable := dial(ended, servers)
	_, malformed := dial(ended, "nats://me:secret%@127.0.0.1:1")
	_, _, noStore := Worker{Server: servers}.join(ended, pools.Default, nil)
	refused := Options{Listen: "localhost:0", NATS: servers, Cluster: "localhost:1", Name: "a"}.Validate()
	for _, err := range []error{unreachable, malformed, noStore, refused} {
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("expected an error without the password, found %v", err)
		}
	}
	for _, err := range []error{unreachable, noStore, refused} {
		if !strings.Contains(err.Error(), "127.0.0.1:2") {
			t.Errorf("expected the address, found %v", err)
		}
	}
}
