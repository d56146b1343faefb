// Package continuous is the minimisation of functions of real numbers by local
// search. A neighbourhood of a vector of real numbers has no end, so it is
// sampled: concentric balls around the current solution cut the space into crowns,
// and a neighbour is one random point of each crown [LSM13 §4.5].
//
// A [Function] is one of a handful of test functions with its domain; the
// Weierstrass-Mandelbrot function is that of [LSM13 §6.3], the others are the
// classics. An [Instance] is a function in some number of dimensions. [NewCrowns]
// returns the neighbourhood for any local search. It is a sample, so a solution
// without a better neighbour need not be a local optimum; Renew draws other points.
//
// # The same bits everywhere
//
// Every value is made of additions, subtractions, multiplications, divisions and
// square roots in double precision, each rounded for itself as IEEE 754 says, and
// of whole numbers. Sines and exponentials are our own, in arithmetic.go. So a cost
// is the same to the last bit on every processor, and on every device that has
// double precision.
//
// # Sines of large angles
//
// The last term of the Weierstrass function is sin(2^100 x). An ordinary double
// has no idea of that angle's place in its turn: of x/2π, the bits from the
// hundredth on count. They are there for the asking, since x is an exact number:
// x/π is computed once to 192 binary places, and what is a doubled angle to the
// sine is a shift by one place to the whole numbers. Sixty-four of its bits are
// then the angle in turns, folded to a quarter turn without any rounding.
//
// One such angle serves four terms, by sin 2a = 2 sin a cos a. Each doubling also
// doubles the error, so three lose three bits of fifty-three: the function is right
// to about 1e-14. That is some twenty times faster than math.Sin and math.Pow, which
// get it right as well.
//
// # No cancellation at the minimum
//
// The classics are usually written with 1 - cos(2πx), whose last digits are lost
// near the minimum, just where a search looks at them. Here it is 2 sin²(πx), and
// 1 - e^-t is a function of its own. The minima are 0 exactly, and costs near them
// are right to many digits.
package continuous
