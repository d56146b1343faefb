package routepage

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// OpenStreetMap is the URL of OpenStreetMap's tiles.
const OpenStreetMap = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"

// Tiles describes the map images on a tile server.
type Tiles struct {
	URL    string `json:"url"` // contains {z}, {x} and {y}
	Host   string `json:"host"`
	Origin string `json:"-"`
	Credit string `json:"-"` // attribution, or "" if unknown
	Terms  string `json:"-"` // URL of the terms of use, or "" if unknown
}

// plainHost matches a host that a content security policy can name.
var plainHost = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]+)?$`)

// ParseTiles parses the URL of a tile server.
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

// ofOpenStreetMap reports whether the tiles come from OpenStreetMap's own servers.
func (t *Tiles) ofOpenStreetMap() bool {
	return t.Host == "openstreetmap.org" || strings.HasSuffix(t.Host, ".openstreetmap.org")
}

// NeedsServer reports whether the tile server may reject a page that is opened from a file.
// OpenStreetMap requires a referrer, which browsers do not send for files.
func (t *Tiles) NeedsServer() bool { return t.ofOpenStreetMap() }

// policy returns a content security policy that allows only the style, the script and the tiles of
// the page.
func policy(style, script string, t *Tiles) string {
	images := "data:"
	if t != nil {
		images += " " + t.Origin
	}
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; img-src %s; base-uri 'none'; form-action 'none'",
		hashed(style), hashed(script), images)
}

// hashed returns the source expression for a block of the page in the policy.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
