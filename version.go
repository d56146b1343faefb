package tourmaline

import "runtime/debug"

// version is set by the build of a release.
var version = ""

// Version returns the version of this library: the release, or the revision it was built
// from.
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
