package routepage

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// OpenStreetMap is the address of its tiles.
const OpenStreetMap = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"

// Tiles are the images of a map on a server.
type Tiles struct {
	URL    string `json:"url"` // with {z}, {x} and {y}
	Host   string `json:"host"`
	Origin string `json:"-"`
	Credit string `json:"-"` // attribution, if known
	Terms  string `json:"-"` // address of the terms of use, if known
}

// plainHost matches a host that a content security policy can name.
var plainHost = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]+)?$`)

// ParseTiles reads the address of tiles.
func ParseTiles(address string) (*Tiles, error) {
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if !strings.Contains(address, part) {
			return nil, fmt.Errorf("%q: expected an address with {z}, {x} and {y}, such as %s", address, OpenStreetMap)
		}
	}
	u, err := url.Parse(address)
	switch {
	case err != nil && strings.Contains(address, "{s}"):
		return nil, fmt.Errorf("%q: expected a server name instead of {s}", address)
	case err != nil:
		return nil, fmt.Errorf("not a valid address: %w", err)
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("%q: expected an address that begins with https:// or http://", address)
	case u.User != nil:
		return nil, fmt.Errorf("%q: expected an address without a password, because every reader of the page could see it", u.Redacted())
	case !plainHost.MatchString(u.Host):
		return nil, fmt.Errorf("%q: expected a server name, found %q", address, u.Host)
	}
	t := &Tiles{URL: address, Host: u.Host, Origin: u.Scheme + "://" + u.Host}
	if t.ofOpenStreetMap() {
		t.Credit, t.Terms = "© OpenStreetMap contributors", "https://www.openstreetmap.org/copyright"
	}
	return t, nil
}

// ofOpenStreetMap reports whether the tiles come from OpenStreetMap itself.
func (t *Tiles) ofOpenStreetMap() bool {
	return t.Host == "openstreetmap.org" || strings.HasSuffix(t.Host, ".openstreetmap.org")
}

// NeedsServer reports whether the server may reject pages opened as a file: OpenStreetMap
// requires a referrer, which browsers do not send then.
func (t *Tiles) NeedsServer() bool { return t.ofOpenStreetMap() }

// policy allows the page its own style and script, images of tiles, and nothing else.
func policy(style, script string, t *Tiles) string {
	images := "data:"
	if t != nil {
		images += " " + t.Origin
	}
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; img-src %s; base-uri 'none'; form-action 'none'",
		hashed(style), hashed(script), images)
}

// hashed returns the source expression of a block in the page.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
