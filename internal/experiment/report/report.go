// Package report evaluates the records of an experiment: it compares contestants with statistical
// tests and writes the comparison as text, Markdown, CSV and HTML.
package report
