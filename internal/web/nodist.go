//go:build noweb

package web

import "embed"

var dist embed.FS // empty, because the program is built without the pages
