package tsp

import (
	"path"
	"strings"
)

// An Optimum is the length of the best tour that the world knows.
type Optimum struct {
	Value  int64
	Proven bool // no tour is shorter
}

// BestKnown is what has been published for the instance: matched by its name
// (in any case, without folder and extension), its size and its metric, so
// that another instance of the same name has none. It compares with
// Instance.Length. A path has none.
//
// linhp318 is lin318, also by the name in its file, with the edge from city 1
// to city 214 fixed. Its published value, 41345, is the path between the two
// without that edge: less than lin318's 42029, which no tour can beat. The
// value here counts the edge as Length does: 41345 + 3869.
func BestKnown(in *Instance) (Optimum, bool) {
	name := bareName(in.Name)
	if in.Open() || in.scale != 1 {
		return Optimum{}, false
	}
	extra := int64(0)
	if len(in.FixedEdges()) > 0 || name == fixedLin318 {
		if !isFixedLin318(name, in) {
			return Optimum{}, false
		}
		name, extra = fixedLin318, in.Dist(0, 213)
	}
	for i := range published {
		p := &published[i]
		if p.name == name && p.n == in.n && p.metric == in.metric {
			return Optimum{p.value + extra, p.proven}, true
		}
	}
	return Optimum{}, false
}

func bareName(name string) string {
	name = path.Base(strings.ReplaceAll(strings.ToLower(name), `\`, "/"))
	name = strings.TrimSuffix(name, ".gz")
	return strings.TrimSuffix(name, path.Ext(name))
}

const fixedLin318 = "linhp318"

func isFixedLin318(name string, in *Instance) bool {
	fixed := in.FixedEdges()
	return (name == fixedLin318 || name == "lin318") && in.n == 318 &&
		len(fixed) == 1 && (fixed[0] == [2]int32{0, 213} || fixed[0] == [2]int32{213, 0})
}

// published has the values of TSPLIB (symmetric and asymmetric), of the VLSI
// and national sets and of the TSP art, as listed by their keepers. dsj1000 has
// two, since its file says CEIL_2D and papers often take it as EUC_2D.
var published = [...]struct {
	name   string // in lower case
	n      int
	metric Metric
	value  int64
	proven bool
}{
	{"a280", 280, Euc2D, 2579, true},
	{"ali535", 535, Geo, 202339, true},
	{"ar9152", 9152, Euc2D, 837479, false},
	{"att48", 48, Att, 10628, true},
	{"att532", 532, Att, 27686, true},
	{"bayg29", 29, Explicit, 1610, true},
	{"bays29", 29, Explicit, 2020, true},
	{"bby34656", 34656, Euc2D, 99159, false},
	{"bch2762", 2762, Euc2D, 8234, true},
	{"bck2217", 2217, Euc2D, 6764, true},
	{"bcl380", 380, Euc2D, 1621, true},
	{"beg3293", 3293, Euc2D, 9772, true},
	{"berlin52", 52, Euc2D, 7542, true},
	{"bgb4355", 4355, Euc2D, 12723, true},
	{"bgd4396", 4396, Euc2D, 13009, true},
	{"bgf4475", 4475, Euc2D, 13221, true},
	{"bier127", 127, Euc2D, 118282, true},
	{"bm33708", 33708, Euc2D, 959304, false},
	{"bnd7168", 7168, Euc2D, 21834, true},
	{"br17", 17, Explicit, 39, true},
	{"brazil58", 58, Explicit, 25395, true},
	{"brd14051", 14051, Euc2D, 469385, true},
	{"brg180", 180, Explicit, 1950, true},
	{"burma14", 14, Geo, 3323, true},
	{"bva2144", 2144, Euc2D, 6304, true},
	{"ch130", 130, Euc2D, 6110, true},
	{"ch150", 150, Euc2D, 6528, true},
	{"ch71009", 71009, Euc2D, 4566563, false},
	{"d1291", 1291, Euc2D, 50801, true},
	{"d15112", 15112, Euc2D, 1573084, true},
	{"d1655", 1655, Euc2D, 62128, true},
	{"d18512", 18512, Euc2D, 645238, true},
	{"d198", 198, Euc2D, 15780, true},
	{"d2103", 2103, Euc2D, 80450, true},
	{"d493", 493, Euc2D, 35002, true},
	{"d657", 657, Euc2D, 48912, true},
	{"dan59296", 59296, Euc2D, 165371, false},
	{"dantzig42", 42, Explicit, 699, true},
	{"dbj2924", 2924, Euc2D, 10128, true},
	{"dca1389", 1389, Euc2D, 5085, true},
	{"dcb2086", 2086, Euc2D, 6600, true},
	{"dcc1911", 1911, Euc2D, 6396, true},
	{"dea2382", 2382, Euc2D, 8017, true},
	{"dga9698", 9698, Euc2D, 27724, true},
	{"dhb3386", 3386, Euc2D, 11137, true},
	{"dj38", 38, Euc2D, 6656, true},
	{"dja1436", 1436, Euc2D, 5257, true},
	{"djb2036", 2036, Euc2D, 6197, true},
	{"djc1785", 1785, Euc2D, 6115, true},
	{"dka1376", 1376, Euc2D, 4666, true},
	{"dkc3938", 3938, Euc2D, 12503, true},
	{"dkd1973", 1973, Euc2D, 6421, true},
	{"dke3097", 3097, Euc2D, 10539, true},
	{"dkf3954", 3954, Euc2D, 12538, true},
	{"dkg813", 813, Euc2D, 3199, true},
	{"dlb3694", 3694, Euc2D, 10959, true},
	{"dsj1000", 1000, Ceil2D, 18660188, true},
	{"dsj1000", 1000, Euc2D, 18659688, true},
	{"eg7146", 7146, Euc2D, 172387, false},
	{"ei8246", 8246, Euc2D, 206171, false},
	{"eil101", 101, Euc2D, 629, true},
	{"eil51", 51, Euc2D, 426, true},
	{"eil76", 76, Euc2D, 538, true},
	{"fdp3256", 3256, Euc2D, 10008, true},
	{"fea5557", 5557, Euc2D, 15445, true},
	{"fi10639", 10639, Euc2D, 520527, false},
	{"fjr3672", 3672, Euc2D, 9601, true},
	{"fjs3649", 3649, Euc2D, 9272, true},
	{"fl1400", 1400, Euc2D, 20127, true},
	{"fl1577", 1577, Euc2D, 22249, true},
	{"fl3795", 3795, Euc2D, 28772, true},
	{"fl417", 417, Euc2D, 11861, true},
	{"fnb1615", 1615, Euc2D, 4956, true},
	{"fnc19402", 19402, Euc2D, 59287, false},
	{"fnl4461", 4461, Euc2D, 182566, true},
	{"fqm5087", 5087, Euc2D, 13029, true},
	{"fra1488", 1488, Euc2D, 4264, true},
	{"frh19289", 19289, Euc2D, 55798, false},
	{"fri26", 26, Explicit, 937, true},
	{"frv4410", 4410, Euc2D, 10711, true},
	{"ft53", 53, Explicit, 6905, true},
	{"ft70", 70, Explicit, 38673, true},
	{"ftv170", 171, Explicit, 2755, true},
	{"ftv33", 34, Explicit, 1286, true},
	{"ftv35", 36, Explicit, 1473, true},
	{"ftv38", 39, Explicit, 1530, true},
	{"ftv44", 45, Explicit, 1613, true},
	{"ftv47", 48, Explicit, 1776, true},
	{"ftv55", 56, Explicit, 1608, true},
	{"ftv64", 65, Explicit, 1839, true},
	{"ftv70", 71, Explicit, 1950, true},
	{"gil262", 262, Euc2D, 2378, true},
	{"gr120", 120, Explicit, 6942, true},
	{"gr137", 137, Geo, 69853, true},
	{"gr17", 17, Explicit, 2085, true},
	{"gr202", 202, Geo, 40160, true},
	{"gr21", 21, Explicit, 2707, true},
	{"gr229", 229, Geo, 134602, true},
	{"gr24", 24, Explicit, 1272, true},
	{"gr431", 431, Geo, 171414, true},
	{"gr48", 48, Explicit, 5046, true},
	{"gr666", 666, Geo, 294358, true},
	{"gr96", 96, Geo, 55209, true},
	{"gr9882", 9882, Euc2D, 300899, false},
	{"hk48", 48, Explicit, 11461, true},
	{"ho14473", 14473, Euc2D, 177105, false},
	{"icw1483", 1483, Euc2D, 4416, true},
	{"ida8197", 8197, Euc2D, 22338, true},
	{"irw2802", 2802, Euc2D, 8423, true},
	{"ja9847", 9847, Euc2D, 491924, false},
	{"kro124p", 100, Explicit, 36230, true},
	{"kroa100", 100, Euc2D, 21282, true},
	{"kroa150", 150, Euc2D, 26524, true},
	{"kroa200", 200, Euc2D, 29368, true},
	{"krob100", 100, Euc2D, 22141, true},
	{"krob150", 150, Euc2D, 26130, true},
	{"krob200", 200, Euc2D, 29437, true},
	{"kroc100", 100, Euc2D, 20749, true},
	{"krod100", 100, Euc2D, 21294, true},
	{"kroe100", 100, Euc2D, 22068, true},
	{"kz9976", 9976, Euc2D, 1061882, false},
	{"lap7454", 7454, Euc2D, 19535, true},
	{"ley2323", 2323, Euc2D, 8352, true},
	{"lim963", 963, Euc2D, 2789, true},
	{"lin105", 105, Euc2D, 14379, true},
	{"lin318", 318, Euc2D, 42029, true},
	{"linhp318", 318, Euc2D, 41345, true},
	{"lsm2854", 2854, Euc2D, 8014, true},
	{"lsn3119", 3119, Euc2D, 9114, true},
	{"lta3140", 3140, Euc2D, 9517, true},
	{"ltb3729", 3729, Euc2D, 11821, true},
	{"lu980", 980, Euc2D, 11340, true},
	{"mlt2597", 2597, Euc2D, 8071, true},
	{"mo14185", 14185, Euc2D, 427377, false},
	{"mona-lisa100k", 100000, Euc2D, 5757191, false},
	{"mu1979", 1979, Euc2D, 86891, true},
	{"nrw1379", 1379, Euc2D, 56638, true},
	{"nu3496", 3496, Euc2D, 96132, true},
	{"p43", 43, Explicit, 5620, true},
	{"p654", 654, Euc2D, 34643, true},
	{"pa561", 561, Explicit, 2763, true},
	{"pbd984", 984, Euc2D, 2797, true},
	{"pbk411", 411, Euc2D, 1343, true},
	{"pbl395", 395, Euc2D, 1281, true},
	{"pbm436", 436, Euc2D, 1443, true},
	{"pbn423", 423, Euc2D, 1365, true},
	{"pcb1173", 1173, Euc2D, 56892, true},
	{"pcb3038", 3038, Euc2D, 137694, true},
	{"pcb442", 442, Euc2D, 50778, true},
	{"pds2566", 2566, Euc2D, 7643, true},
	{"pia3056", 3056, Euc2D, 8258, true},
	{"pjh17845", 17845, Euc2D, 48092, false},
	{"pka379", 379, Euc2D, 1332, true},
	{"pla33810", 33810, Ceil2D, 66048945, true},
	{"pla7397", 7397, Ceil2D, 23260728, true},
	{"pla85900", 85900, Ceil2D, 142382641, true},
	{"pma343", 343, Euc2D, 1368, true},
	{"pr1002", 1002, Euc2D, 259045, true},
	{"pr107", 107, Euc2D, 44303, true},
	{"pr124", 124, Euc2D, 59030, true},
	{"pr136", 136, Euc2D, 96772, true},
	{"pr144", 144, Euc2D, 58537, true},
	{"pr152", 152, Euc2D, 73682, true},
	{"pr226", 226, Euc2D, 80369, true},
	{"pr2392", 2392, Euc2D, 378032, true},
	{"pr264", 264, Euc2D, 49135, true},
	{"pr299", 299, Euc2D, 48191, true},
	{"pr439", 439, Euc2D, 107217, true},
	{"pr76", 76, Euc2D, 108159, true},
	{"qa194", 194, Euc2D, 9352, true},
	{"rat195", 195, Euc2D, 2323, true},
	{"rat575", 575, Euc2D, 6773, true},
	{"rat783", 783, Euc2D, 8806, true},
	{"rat99", 99, Euc2D, 1211, true},
	{"rbg323", 323, Explicit, 1326, true},
	{"rbg358", 358, Explicit, 1163, true},
	{"rbg403", 403, Explicit, 2465, true},
	{"rbg443", 443, Explicit, 2720, true},
	{"rbu737", 737, Euc2D, 3314, true},
	{"rbv1583", 1583, Euc2D, 5387, true},
	{"rbw2481", 2481, Euc2D, 7724, true},
	{"rbx711", 711, Euc2D, 3115, true},
	{"rby1599", 1599, Euc2D, 5533, true},
	{"rd100", 100, Euc2D, 7910, true},
	{"rd400", 400, Euc2D, 15281, true},
	{"rl11849", 11849, Euc2D, 923288, true},
	{"rl1304", 1304, Euc2D, 252948, true},
	{"rl1323", 1323, Euc2D, 270199, true},
	{"rl1889", 1889, Euc2D, 316536, true},
	{"rl5915", 5915, Euc2D, 565530, true},
	{"rl5934", 5934, Euc2D, 556045, true},
	{"rw1621", 1621, Euc2D, 26051, true},
	{"ry48p", 48, Explicit, 14422, true},
	{"si1032", 1032, Explicit, 92650, true},
	{"si175", 175, Explicit, 21407, true},
	{"si535", 535, Explicit, 48450, true},
	{"sra104815", 104814, Euc2D, 251342, false},
	{"st70", 70, Euc2D, 675, true},
	{"sw24978", 24978, Euc2D, 855597, false},
	{"swiss42", 42, Explicit, 1273, true},
	{"tnm30001", 30001, Euc2D, 566973296, false},
	{"ts225", 225, Euc2D, 126643, true},
	{"tsp225", 225, Euc2D, 3916, true},
	{"tz6117", 6117, Euc2D, 394718, false},
	{"u1060", 1060, Euc2D, 224094, true},
	{"u1432", 1432, Euc2D, 152970, true},
	{"u159", 159, Euc2D, 42080, true},
	{"u1817", 1817, Euc2D, 57201, true},
	{"u2152", 2152, Euc2D, 64253, true},
	{"u2319", 2319, Euc2D, 234256, true},
	{"u574", 574, Euc2D, 36905, true},
	{"u724", 724, Euc2D, 41910, true},
	{"ulysses16", 16, Geo, 6859, true},
	{"ulysses22", 22, Geo, 7013, true},
	{"usa115475", 115475, Euc2D, 6204999, false},
	{"usa13509", 13509, Euc2D, 19982859, true},
	{"uy734", 734, Euc2D, 79114, true},
	{"vangogh120k", 120000, Euc2D, 6543609, false},
	{"venus140k", 140000, Euc2D, 6810665, false},
	{"vm1084", 1084, Euc2D, 239297, true},
	{"vm1748", 1748, Euc2D, 336556, true},
	{"vm22775", 22775, Euc2D, 569288, false},
	{"wi29", 29, Euc2D, 27603, true},
	{"xia16928", 16928, Euc2D, 52850, false},
	{"xit1083", 1083, Euc2D, 3558, true},
	{"xmc10150", 10150, Euc2D, 28387, true},
	{"xpr2308", 2308, Euc2D, 7219, true},
	{"xqc2175", 2175, Euc2D, 6830, true},
	{"xqd4966", 4966, Euc2D, 15316, true},
	{"xqe3891", 3891, Euc2D, 11995, true},
	{"xqf131", 131, Euc2D, 564, true},
	{"xqg237", 237, Euc2D, 1019, true},
	{"xql662", 662, Euc2D, 2513, true},
	{"xrb14233", 14233, Euc2D, 45462, false},
	{"xsc6880", 6880, Euc2D, 21535, true},
	{"xua3937", 3937, Euc2D, 11239, true},
	{"xva2993", 2993, Euc2D, 8492, true},
	{"xvb13584", 13584, Euc2D, 37083, true},
	{"ym7663", 7663, Euc2D, 238314, false},
	{"zi929", 929, Euc2D, 95345, true},
}
