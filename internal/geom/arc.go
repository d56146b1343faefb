package geom

import "math"

// HalfAngle returns half of the angle between two unit vectors, given the square of the chord
// between them. The chord is accurate for both close and antipodal points.
func HalfAngle(squaredChord float64) float64 {
	return arcSine(math.Min(1, math.Sqrt(squaredChord)/2))
}

// arcSine returns the arc sine of an argument from 0 to 1. It rounds every product before adding
// it, so the result is the same on all processors and devices. The formulas are from Cephes, as in
// math.Asin, but the compiler may fuse operations there.
func arcSine(x float64) float64 {
	rest := math.Sqrt(1 - float64(x*x))
	if x > 0.7 {
		return math.Pi/2 - arcTangent(rest/x)
	}
	return arcTangent(x / rest)
}

// arcTangent returns the arc tangent of an argument that is at least 0. It reduces the argument to
// the range of arcTangentNear.
func arcTangent(x float64) float64 {
	const (
		more    = 6.123233995736765886130e-17 // pi/2 = math.Pi/2 + more
		tan3Pi8 = 2.41421356237309504880
	)
	switch {
	case x <= 0.66:
		return arcTangentNear(x)
	case x > tan3Pi8:
		return math.Pi/2 - arcTangentNear(1/x) + more
	}
	return math.Pi/4 + arcTangentNear((x-1)/(x+1)) + 0.5*more
}

// arcTangentNear returns a rational approximation of the arc tangent for arguments up to 0.66.
func arcTangentNear(x float64) float64 {
	z := float64(x * x)
	p := -8.750608600031904122785e-01
	for _, c := range [...]float64{-1.615753718733365076637e+01, -7.500855792314704667340e+01, -1.228866684490136173410e+02, -6.485021904942025371773e+01} {
		p = float64(p*z) + c
	}
	q := z + 2.485846490142306297962e+01
	for _, c := range [...]float64{1.650270098316988542046e+02, 4.328810604912902668951e+02, 4.853903996359136964868e+02, 1.945506571482613964425e+02} {
		q = float64(q*z) + c
	}
	return float64(x*(float64(z*p)/q)) + x
}
