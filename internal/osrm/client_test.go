package osrm

import (
	"net/http"
	"testing"
)

// The client ignores proxies in the environment, so that no proxy receives the places. The test
// checks the settings, because requests to the loopback interface never use a proxy.
func TestNoProxy(t *testing.T) {
	c, err := New("http://localhost:5000", "driving")
	if err != nil {
		t.Fatal(err)
	}
	if transport, ok := c.http.Transport.(*http.Transport); !ok || transport.Proxy != nil {
		t.Error("requests go through a proxy")
	}
}
