package osrm

import (
	"net/http"
	"testing"
)

// No proxy learns the places, whatever the environment says. A request would not tell: those
// to the loopback interface never go through one.
func TestNoProxy(t *testing.T) {
	c, err := New("http://localhost:5000", "driving")
	if err != nil {
		t.Fatal(err)
	}
	if transport, ok := c.http.Transport.(*http.Transport); !ok || transport.Proxy != nil {
		t.Error("requests go through a proxy")
	}
}
