package cl

// Live returns the number of OpenCL objects that were created but not released.
func Live() int64 { return handles.Load() }

// MostCompiled is the maximum number of compiled programs that a device keeps without a user.
const MostCompiled = mostCompiled
