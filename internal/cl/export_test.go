package cl

// Live returns the number of OpenCL objects that were made and not released.
func Live() int64 { return handles.Load() }
