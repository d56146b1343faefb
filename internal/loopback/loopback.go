// Package loopback recognises hosts that only the local machine can reach.
package loopback

import "net"

// Is reports whether a host, without a port, is localhost or a loopback address. It never resolves
// other names, because their addresses can change.
func Is(host string) bool { return host == "localhost" || net.ParseIP(host).IsLoopback() }
