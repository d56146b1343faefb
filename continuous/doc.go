// Package continuous minimises functions of real numbers by local search. A vector of real numbers
// has infinitely many neighbours, so the neighbourhood is a sample: concentric balls around the
// current solution divide the space into crowns, and each crown contributes one random point as a
// neighbour [LSM13 §4.5].
//
// A [Function] is one of several test functions with its domain. The Weierstrass-Mandelbrot
// function is from [LSM13 §6.3], and the others are classic test functions. An [Instance] is a
// function in a given number of dimensions. [NewCrowns] returns a neighbourhood for any local
// search. It is a sample, so a solution without a better neighbour need not be a local optimum.
// Renew draws new points.
//
// # The same bits everywhere
//
// Every value is computed from integers and from additions, subtractions, multiplications,
// divisions and square roots in double precision, each rounded separately according to IEEE 754.
// The package has its own sines and exponentials, in arithmetic.go. A cost is therefore the same to
// the last bit on every processor, and on every device with double precision.
//
// # Sines of large angles
//
// The last term of the Weierstrass function is sin(2^100 x). Double precision cannot reduce that
// angle, because the result depends on the bits of x/2π from the hundredth on. These bits can be
// computed, since x is an exact number. The package computes x/π once to 192 binary places.
// Doubling the angle then shifts this number by one place. The top 64 bits are the angle in turns,
// which is folded to a quarter turn without rounding.
//
// One such angle serves four terms, by sin 2a = 2 sin a cos a. Each doubling also doubles the
// error, so three doublings lose three of 53 bits, and the function is accurate to about 1e-14.
// This is about twenty times as fast as math.Sin and math.Pow, which are also accurate.
//
// # No cancellation at the minimum
//
// The classic functions are usually written with 1 - cos(2πx), which loses its last digits near the
// minimum, where a search needs them. This package computes 2 sin²(πx) instead, and has a separate
// function for 1 - e^-t. The minima are exactly 0, and costs near them are accurate to many digits.
package continuous
