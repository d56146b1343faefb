//go:build !noweb

package web

import "embed"

// dist is the bundle that 'make web' builds from app.
//
//go:embed dist
var dist embed.FS
