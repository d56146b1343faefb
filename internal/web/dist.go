//go:build !noweb

package web

import "embed"

// dist is what 'make web' makes of the folder app.
//
//go:embed dist
var dist embed.FS
