// Package loopback recognises hosts that only the local machine can reach.
package loopback

import "net"

// Is reports whether a host, without a port, is localhost or a loopback address. Other names
// are never resolved: what they resolve to can change.
func Is(host string) bool { return host == "localhost" || net.ParseIP(host).IsLoopback() }
