package tourmaline

import "runtime/debug"

// version is set when a release is built.
var version = ""

// Version returns the library version: the release, or the revision from which it was built.
func Version() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == "github.com/tourmaline-opt/tourmaline" && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	return "devel"
}
