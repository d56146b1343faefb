// Package archtest tests the repository as a whole: which packages may import which, how many names
// the public packages export, whether every citation has a paper, whether quoted code is current,
// and how comments, messages and documents are written.
package archtest
