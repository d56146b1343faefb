//go:build noweb

package web

import "embed"

var dist embed.FS // empty: the pages are left out
