// Package report makes of the records of an experiment what people read: a comparison
// with the tests that it needs, and tables, Markdown, CSV and a page of HTML that show
// it.
package report
