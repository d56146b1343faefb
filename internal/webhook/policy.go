package webhook

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/loopback"
)

// A Policy states which addresses the endpoints of tenants may have. A tenant must not make a
// server send requests into the network of its operator. The zero value allows HTTPS to public
// addresses.
type Policy struct {
	Private  bool // also HTTP, and private, link-local and loopback addresses
	Loopback bool // also HTTP to loopback addresses
}

// maxURL is the maximum length of an endpoint's URL.
const maxURL = 2048

// CheckURL returns an error if an endpoint must not have a URL. It does not resolve the host: the
// address is checked whenever a connection is made, because names can change their addresses.
func (p Policy) CheckURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || len(text) > maxURL || u.Host == "" || u.Hostname() == "" || u.Opaque != "":
		return fmt.Errorf("expected a URL such as https://example.org/hooks of at most %d characters, found %s", maxURL, budget.Quote(text))
	case u.Scheme != "https" && u.Scheme != "http":
		return fmt.Errorf("expected https, found %s", budget.Quote(u.Scheme))
	case u.User != nil:
		return errors.New("expected a URL without a user name and password: check the signature of messages instead")
	case u.Fragment != "":
		return errors.New("expected a URL without a fragment")
	case u.Scheme == "http" && !p.Private && !(p.Loopback && loopback.Is(u.Hostname())):
		return errors.New("expected https: this server does not send messages unencrypted")
	case !p.Private && !p.Loopback && strings.EqualFold(u.Hostname(), "localhost"):
		return errPrivate
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		return p.checkAddress(ip)
	}
	return nil
}

var errPrivate = errors.New("this server sends messages only to public addresses: its operator can allow private ones")

// checkAddress returns an error if a server must not connect to an address.
func (p Policy) checkAddress(ip netip.Addr) error {
	ip = ip.Unmap().WithZone("")
	switch {
	case p.Private && !ip.IsUnspecified() && !ip.IsMulticast():
		return nil
	case p.Loopback && ip.IsLoopback():
		return nil
	case !isPublic(ip):
		return errPrivate
	}
	return nil
}

// control is called after a host was resolved and before the connection is made, so a name cannot
// have another address than the checked one.
func (p Policy) control(network, address string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	ip, err := netip.ParseAddr(host)
	if err != nil || !strings.HasPrefix(network, "tcp") {
		return fmt.Errorf("%w: %s %s", errPrivate, network, budget.Quote(address))
	}
	return p.checkAddress(ip)
}

// reserved lists the networks that are not public and that package netip does not recognise (IANA
// special-purpose address registries), and networks that embed IPv4 addresses.
var reserved = func() (all []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}()

// isPublic reports whether an address belongs to the public internet.
func isPublic(ip netip.Addr) bool {
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, network := range reserved {
		if network.Contains(ip) {
			return false
		}
	}
	return true
}
