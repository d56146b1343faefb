package main

import (
	"path"
	"slices"
	"strings"
)

// A section is a heading of the contents with its entries.
type section struct {
	title   string
	entries []entry
}

// An entry is a page in the contents. Its source is a Markdown file of the project, or, if it ends in
// .html, the name of a generated page.
type entry struct{ source, title string }

const goPages = "go/index.html"

// sections are the contents of the site. A test checks that they list all texts in docs.
var sections = []section{
	{"Start", []entry{
		{"docs/README.md", "Start by what you have"}, {"README.md", "Overview"}, {"docs/cookbook.md", "Cookbook"},
		{"docs/questions.md", "Questions and answers"}, {"docs/glossary.md", "Glossary"},
	}},
	{"Routes", []entry{
		{"docs/command-line.md", "The command line"}, {"docs/vehicles.md", "Several vehicles"}, {"docs/bounds.md", "Lower bounds"},
		{"docs/view.md", "The live view"}, {"docs/playground.md", "The playground"},
	}},
	{"Programs", []entry{
		{"python/README.md", "Python"}, {"docs/pipe.md", "Other languages"}, {"docs/add-a-problem.md", "Adding a problem"},
		{"docs/add-an-algorithm.md", "Adding an algorithm"},
	}},
	{"Reference", []entry{
		{"docs/reference.md", "Commands and flags"}, {"http.html", "HTTP interface"}, {goPages, "Go packages"},
		{"docs/stability.md", "Stability"},
	}},
	{"Service", []entry{
		{"docs/service.md", "Running a service"}, {"docs/runbook.md", "Runbook"}, {"docs/scale.md", "Scale"},
		{"docs/service-figures.md", "Performance"},
	}},
	{"Algorithms", []entry{
		{"docs/experiments.md", "Experiments"}, {"docs/results.md", "Results of the papers"}, {"docs/papers.md", "Papers"},
		{"docs/tours.md", "Tours"}, {"docs/assembly.md", "Edge assembly"}, {"docs/ants.md", "Ants"}, {"docs/genetic.md", "Genes"},
		{"docs/local.md", "Local search"}, {"docs/islands.md", "Islands"}, {"docs/kernels.md", "Kernels"}, {"docs/cards.md", "Machine code"},
	}},
	{"Project", []entry{
		{"CHANGELOG.md", "Changelog"}, {"docs/roadmap.md", "Roadmap"}, {"CONTRIBUTING.md", "Contributing"},
		{"ARCHITECTURE.md", "Architecture"}, {"docs/adr/README.md", "Decisions"}, {"docs/maintainers.md", "Maintainers' guide"},
		{"SECURITY.md", "Security"}, {"CODE_OF_CONDUCT.md", "Code of conduct"},
	}},
}

// withPlayground returns sections with the page that solves in the browser.
func withPlayground(sections []section) []section {
	all := slices.Clone(sections)
	all[0].entries = append(slices.Clone(all[0].entries), entry{playgroundPage, "Try it in the browser"})
	return all
}

const playgroundPage = "try/index.html"

// sourcesOf returns the Markdown files of all entries.
func sourcesOf(sections []section) (sources []string) {
	for _, s := range sections {
		for _, e := range s.entries {
			if strings.HasSuffix(e.source, ".md") {
				sources = append(sources, e.source)
			}
		}
	}
	return sources
}

// titleOf returns the title that the sections give a source, or "".
func titleOf(source string) string {
	for _, s := range sections {
		for _, e := range s.entries {
			if e.source == source {
				return e.title
			}
		}
	}
	return ""
}

// nameOf returns the name of the page for a Markdown file, such as adr/index.html for
// docs/adr/README.md. Files outside docs have their own names, and those of folders the folder's.
func nameOf(source string) string {
	inside, isDoc := strings.CutPrefix(source, "docs/")
	folder, base := path.Split(inside)
	switch {
	case !strings.HasSuffix(source, ".md"):
		return source
	case base != "README.md":
		return folder + strings.ToLower(strings.TrimSuffix(base, ".md")) + ".html"
	case isDoc:
		return folder + "index.html"
	case folder == "":
		return "overview.html"
	default:
		return strings.TrimSuffix(folder, "/") + ".html"
	}
}
