//go:build !unix

package cli

import "io/fs"

// umask is empty where files have no mode of that kind.
func umask() fs.FileMode { return 0 }
