package loopback

import "testing"

func TestIs(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true,
		"": false, "0.0.0.0": false, "::": false, "192.0.2.1": false, "localhost.example.org": false, "127.0.0.1:80": false,
	} {
		if Is(host) != want {
			t.Errorf("%q: %v, want %v", host, !want, want)
		}
	}
}
