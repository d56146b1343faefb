//go:build noweb

package web

import "embed"

var dist embed.FS // empty: built without the pages
