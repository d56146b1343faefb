package tsp

import "strconv"

// ID returns the number by which files and results refer to city i: i+1, unless Details.IDs is set.
func (in *Instance) ID(i int32) int64 {
	if in.details.IDs == nil {
		return int64(i) + 1
	}
	return in.details.IDs[i]
}

// City returns the city with the given id and reports whether it exists.
func (in *Instance) City(id int64) (int32, bool) {
	if in.cityByID == nil {
		return int32(id - 1), id >= 1 && id <= int64(in.n)
	}
	return in.cityByID(id)
}

// NameOf returns the name of city i for users: its label or, if it has no label, its code or id.
func (in *Instance) NameOf(i int32) string {
	if labels := in.details.Labels; len(labels) > 0 && labels[i] != "" {
		return labels[i]
	}
	return in.idText(i)
}

// idText returns the id of city i as written in its file: a code or a number.
func (in *Instance) idText(i int32) string {
	if codes := in.details.Codes; codes != nil {
		return codes[i]
	}
	return strconv.FormatInt(in.ID(i), 10)
}
