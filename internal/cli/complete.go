package cli

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/completion"
	"github.com/tourmaline-opt/tourmaline/internal/drill"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/manual"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/sheet"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// File extensions by kind, including those of compressed files.
var (
	instanceFiles = orPacked(instanceEndings()...)
	tourFiles     = orPacked(append(extensions(writesTours), "sln")...)
	pictureFiles  = []string{"svg", "png"}
	recordFiles   = []string{"ndjson"}
	planFiles     = []string{"toml"}
)

// instanceEndings returns the extensions of tour instances, workbooks and instances of other
// problems.
func instanceEndings() []string {
	tours := extensions(func(f format.Info) bool { return f.Reads })
	return slices.Concat(tours, []string{"xlsx", "xlsm"}, withoutDots(problems.Endings()))
}

// extensions returns the extensions, without the dot, of the formats that meet a condition.
func extensions(fits func(format.Info) bool) (all []string) {
	for _, f := range formatsThat(fits) {
		all = append(all, withoutDots(f.Extensions)...)
	}
	return all
}

// orPacked adds the extensions of drill files and of compressed files.
func orPacked(extensions ...string) []string {
	return slices.Concat(extensions, withoutDots(drill.Endings()), []string{"gz", "zst"})
}

func withoutDots(endings []string) []string {
	return list.Map(endings, func(s string) string { return strings.TrimPrefix(s, ".") })
}

// flagValues returns the completion functions of flags, by flag name, for all commands.
func flagValues() map[string]completion.Func {
	return map[string]completion.Func{
		"algorithm":    algorithmNames,
		"param":        paramNames,
		"engine":       completion.OneOf(engineAuto, engineCPU, engineOpenCL),
		"route":        completion.OneOf(routeAuto, routeAlways, routeNever),
		"progress":     completion.OneOf("auto", "plain", "json", "none"),
		"measure":      completion.OneOf(experiment.MeasureNames()...),
		"log-format":   completion.OneOf("text", "json"),
		"log-level":    completion.OneOf("debug", "info", "warn", "error"),
		"replicas":     completion.OneOf("1", "3", "5"),
		"state":        completion.OneOf(states()...),
		"start":        cityNames,
		"end":          cityNames,
		"matrix":       completion.Files(instanceFiles),
		"osrm":         completion.OneOf("http://localhost:5000"),
		"osrm-profile": completion.OneOf("driving", "car", "bike", "foot"),
		"save-matrix":  completion.Files([]string{"json"}),
		"init":         completion.Files(tourFiles),
		"config":       completion.Files([]string{"json"}),
		"instances":    completion.Files(instanceFiles),
		"plot":         completion.Files(pictureFiles),
		"show":         completion.SomeOf(detailNames()...),
		"hide":         completion.SomeOf(detailNames()...),
		"sheet":        sheetNames,
		"frame":        completion.OneOf(frames()...),
		"records":      completion.Files(recordFiles),
		"tiles":        completion.OneOf("none"),
		"tenant":       tenantNames,
		"scopes":       completion.SomeOf(scopeNames()...),
		"expires":      completion.OneOf("30d", "90d", "365d"),
	}
}

// formats returns the values that a command accepts for --format.
func formats(command string) []string {
	switch command {
	case "solve":
		return append(outputs(), drill.Format)
	case "get":
		return outputs()
	case "generate":
		return append(instanceFormats(), drill.Format)
	case "convert":
		return instanceFormats()
	case "compare":
		return []string{"text", "markdown", "csv"}
	}
	return []string{"text", "json"}
}

// arguments returns the completion functions of arguments, by command.
func arguments() map[string]completion.Func {
	return map[string]completion.Func{
		"solve":      completion.Files(instanceFiles),
		"check":      completion.ByPosition(completion.Files(instanceFiles), completion.Files(tourFiles)),
		"info":       completion.ByPosition(completion.Files(instanceFiles), completion.None),
		"convert":    completion.Files(instanceFiles),
		"plot":       completion.ByPosition(completion.Files(instanceFiles), completion.Files(tourFiles)),
		"bench":      completion.ByPosition(completion.Files(planFiles), completion.None),
		"compare":    compared,
		"algorithms": completion.ByPosition(algorithmNames, completion.None),
		"generate":   completion.ByPosition(completion.OneOf(generators()...), completion.None),
		"devices":    completion.None,
		"version":    completion.None,

		"serve":         completion.None,
		"worker":        completion.None,
		"jobs submit":   completion.Files(instanceFiles),
		"jobs list":     completion.None,
		"jobs watch":    completion.ByPosition(jobIDs, completion.None),
		"jobs get":      completion.ByPosition(jobIDs, completion.None),
		"jobs cancel":   jobIDs,
		"jobs erase":    jobIDs,
		"dead list":     completion.None,
		"dead show":     completion.None,
		"dead requeue":  completion.None,
		"dead drop":     completion.None,
		"pools create":  completion.None,
		"pools list":    completion.None,
		"pools revoke":  completion.ByPosition(keyIDs, completion.None),
		"tokens create": completion.None,
		"tokens list":   completion.None,
		"tokens revoke": completion.ByPosition(tokenIDs, completion.None),
		"tokens tenant": completion.ByPosition(tenantNames, completion.None),
	}
}

// addCompletion registers the completion functions.
func addCompletion(root *cobra.Command) {
	values, follows := flagValues(), arguments()
	for _, c := range manual.Commands(root)[1:] {
		if f, ok := follows[strings.TrimPrefix(c.CommandPath(), root.Name()+" ")]; ok {
			c.ValidArgsFunction = f
		}
		c.Flags().VisitAll(func(flag *pflag.Flag) {
			f, ok := values[flag.Name]
			field, _ := flag.Value.(*job.Value)
			switch {
			case ok:
			case field != nil && field.Suggestions() != nil:
				f = completion.OneOf(field.Suggestions()...)
			case flag.Name == "format":
				f = completion.OneOf(formats(c.Name())...)
			case flag.NoOptDefVal != "" || takesFile(flag):
				return
			default:
				f = completion.None
			}
			// fails only for a flag that does not exist or is registered twice
			_ = c.RegisterFlagCompletionFunc(flag.Name, f)
		})
	}
}

// takesFile reports whether a flag names a file or a folder, according to its usage text.
func takesFile(f *pflag.Flag) bool {
	name, _ := pflag.UnquoteUsage(f)
	return name == "file" || name == "folder" || name == "picture"
}

// algorithmNames completes algorithms for the problem on the command line.
func algorithmNames(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	problem := problemOf(c, args)
	words := []string{"auto\tpicks an algorithm for the instance and the limits"}
	for _, o := range problems.Offers() {
		if o.Problem == problem {
			words = append(words, o.Name+"\t"+o.Summary)
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// problemOf returns the problem that the command line selects, under the name that Offers uses.
func problemOf(c *cobra.Command, args []string) string {
	asked := textOf(c, "problem")
	if row, ok := problems.Find(asked); ok {
		return row.Name
	}
	if asked == "" && len(args) > 0 && c.Name() != "algorithms" {
		return problems.OfFile(args[0])
	}
	return cmp.Or(asked, problems.Tours)
}

// textOf returns the value of a flag, or "" if the command has no such flag.
func textOf(c *cobra.Command, flag string) string {
	if f := c.Flags().Lookup(flag); f != nil {
		return f.Value.String()
	}
	return ""
}

// paramNames completes the parameters of the algorithm on the command line, or of the algorithms
// that auto may choose. After the equals sign it completes the choices of the parameter.
func paramNames(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	name := textOf(c, "algorithm")
	problem := problemOf(c, args)
	key, _, valued := strings.Cut(typed, "=")
	var words []string
	for _, o := range problems.Offers() {
		if o.Problem != problem || o.Name != name && !(name == catalog.Auto && output.AutoMayPick(o)) {
			continue
		}
		for _, p := range o.Params {
			switch {
			case !valued:
				words = append(words, p.Name+"=\t"+p.Usage)
			case p.Name == key:
				for _, choice := range p.Choices {
					words = append(words, key+"="+choice)
				}
			}
		}
	}
	return distinct(words), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
}

// distinct removes words that occur earlier in the list.
func distinct(words []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(words, func(w string) bool {
		name, _, _ := strings.Cut(w, "\t")
		again := seen[name]
		seen[name] = true
		return again
	})
}

// compared completes algorithms and record files.
func compared(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	algorithms, _ := algorithmNames(c, nil, typed)
	var words []string
	for _, w := range algorithms[1:] {
		if name, _, _ := strings.Cut(w, "\t"); strings.HasPrefix(name, typed) && !slices.Contains(args, name) {
			words = append(words, w)
		}
	}
	if words == nil {
		return completion.Files(recordFiles)(c, args, typed)
	}
	// a shell completes either words or files by extension, not both
	records, _ := filepath.Glob(typed + "*.ndjson")
	return append(words, records...), cobra.ShellCompDirectiveNoFileComp
}

// completable is the maximum size in bytes of a file that is read for completion.
const completable = 1 << 22

// sheetNames completes the sheets of the workbook on the command line.
func sheetNames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 && (job.Reading{}).IsWorkbook(args[0]) {
		book, err := budget.File(args[0], func(r io.Reader, _ string) (*sheet.Book, error) { return sheet.Open(r, completable) })
		if err == nil {
			return book.Sheets(), cobra.ShellCompDirectiveNoFileComp
		}
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// cityNames completes the cities of the file on the command line.
func cityNames(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 || args[0] == "-" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	in, err := format.ReadFile(args[0], format.Options{MaxBytes: completable})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var words []string
	for i := range int32(in.N()) {
		if name := in.NameOf(i); len(words) < 1000 && len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) {
			words = append(words, name)
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
