package webhook

import (
	"errors"
	"net/netip"
	"testing"
)

// Only public addresses pass without the flags of the operator, in every way of writing them.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]struct{ public, local, private bool }{
		"8.8.8.8": {true, true, true}, "93.184.216.34": {true, true, true}, "2606:4700::1111": {true, true, true},
		"127.0.0.1": {false, true, true}, "127.9.9.9": {false, true, true}, "::1": {false, true, true}, "::ffff:127.0.0.1": {false, true, true},
		"10.0.0.1": {false, false, true}, "172.16.0.1": {false, false, true}, "172.31.255.255": {false, false, true}, "192.168.1.1": {false, false, true},
		"169.254.169.254": {false, false, true}, "::ffff:169.254.169.254": {false, false, true}, "fe80::1": {false, false, true}, "fe80::1%eth0": {false, false, true},
		"fd00:ec2::254": {false, false, true}, "fc00::1": {false, false, true}, "100.64.0.1": {false, false, true}, "100.127.255.255": {false, false, true},
		"192.0.0.192": {false, false, true}, "198.18.0.1": {false, false, true}, "192.0.2.1": {false, false, true}, "240.0.0.1": {false, false, true},
		"255.255.255.255": {false, false, true}, "0.1.2.3": {false, false, true}, "64:ff9b::7f00:1": {false, false, true}, "64:ff9b:1::a00:1": {false, false, true},
		"2002:7f00:1::": {false, false, true}, "2001::1": {false, false, true}, "::7f00:1": {false, false, true}, "2001:db8::1": {false, false, true}, "fec0::1": {false, false, true},
		"0.0.0.0": {}, "::": {}, "224.0.0.1": {}, "ff02::1": {}, "::ffff:0.0.0.0": {},
		"172.15.255.255": {true, true, true}, "172.32.0.0": {true, true, true}, "100.63.255.255": {true, true, true}, "100.128.0.0": {true, true, true},
	} {
		ip := netip.MustParseAddr(address)
		for name, c := range map[string]struct {
			policy Policy
			want   bool
		}{"default": {Policy{}, want.public}, "loopback": {Policy{Loopback: true}, want.local}, "private": {Policy{Private: true}, want.private}} {
			if err := c.policy.checkAddress(ip); (err == nil) != c.want {
				t.Errorf("%s, %s: %v", address, name, err)
			}
			err := c.policy.control("tcp6", netip.AddrPortFrom(ip, 443).String(), nil)
			if (err == nil) != c.want || err != nil && !errors.Is(err, errPrivate) {
				t.Errorf("connection to %s, %s: %v", address, name, err)
			}
		}
	}
	if (Policy{}).control("udp", "8.8.8.8:443", nil) == nil || (Policy{}).control("tcp", "example.org:443", nil) == nil {
		t.Error("a connection without a checked address is allowed")
	}
}

func TestURLs(t *testing.T) {
	for text, want := range map[string]struct{ public, local, private bool }{
		"https://example.org/hooks?x=1": {true, true, true}, "https://example.org:8443": {true, true, true}, "https://8.8.8.8/": {true, true, true},
		"http://example.org/": {false, false, true}, "http://127.0.0.1:80/": {false, true, true}, "http://localhost/": {false, true, true},
		"https://localhost/": {false, true, true}, "https://LOCALHOST/": {false, true, true}, "https://[::1]/": {false, true, true}, "http://10.0.0.1/": {false, false, true},
		"https://169.254.169.254/latest": {false, false, true}, "https://[fd00:ec2::254]/": {false, false, true},
		"ftp://example.org/": {}, "file:///etc/passwd": {}, "https:///hooks": {}, "https://": {}, "": {}, "example.org": {}, "https://u:p@example.org/": {},
		"https://u@example.org/": {}, "https://example.org/#a": {}, "https:example.org": {}, "://": {}, "https://:443/": {}, "http://0.0.0.0/": {},
	} {
		for name, c := range map[string]struct {
			policy Policy
			want   bool
		}{"default": {Policy{}, want.public}, "loopback": {Policy{Loopback: true}, want.local}, "private": {Policy{Private: true}, want.private}} {
			if err := c.policy.CheckURL(text); (err == nil) != c.want {
				t.Errorf("%s, %s: %v", text, name, err)
			}
		}
	}
}
