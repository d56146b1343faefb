package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// mutantsOf returns all mutants of a file in source order. Some of them may not compile.
func mutantsOf(path string, source []byte) ([]mutant, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, path, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(tree) {
		return nil, nil
	}
	f := &faults{path: path, source: source, files: files}
	for _, d := range tree.Decls {
		f.inTable = isTable(d)
		ast.Inspect(d, f.visit)
	}
	return f.found, nil
}

// isTable reports whether a declaration may be a table. The numbers in a table are data, not
// behaviour.
func isTable(d ast.Decl) bool {
	g, ok := d.(*ast.GenDecl)
	return ok && g.Tok == token.VAR
}

// faults collects the mutants of a file.
type faults struct {
	path    string
	source  []byte
	files   *token.FileSet
	inTable bool
	results []*ast.FieldList // results of the functions around a node
	stack   []ast.Node
	found   []mutant
}

func (f *faults) visit(n ast.Node) bool {
	if n == nil {
		f.leave()
		return true
	}
	f.enter(n)
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		f.unary(n)
	case *ast.BasicLit:
		f.literal(n)
	case *ast.IfStmt:
		f.condition(n.Cond, true, false)
	case *ast.ForStmt:
		f.condition(n.Cond, false)
	case *ast.AssignStmt:
		f.assignment(n)
	case *ast.IncDecStmt:
		f.step(n)
	case *ast.ExprStmt:
		f.remove(n)
	case *ast.DeferStmt:
		f.remove(n)
	case *ast.CallExpr:
		f.extreme(n)
	case *ast.BranchStmt:
		f.branch(n)
	case *ast.ReturnStmt:
		f.errorReturn(n)
	}
	return true
}

func (f *faults) enter(n ast.Node) {
	f.stack = append(f.stack, n)
	switch n := n.(type) {
	case *ast.FuncDecl:
		f.results = append(f.results, n.Type.Results)
	case *ast.FuncLit:
		f.results = append(f.results, n.Type.Results)
	}
}

func (f *faults) leave() {
	switch f.stack[len(f.stack)-1].(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		f.results = f.results[:len(f.results)-1]
	}
	f.stack = f.stack[:len(f.stack)-1]
}

// parent returns the parent of the visited node.
func (f *faults) parent() ast.Node {
	if len(f.stack) < 2 {
		return nil
	}
	return f.stack[len(f.stack)-2]
}

// operators maps each operator to its replacements: the shifted boundary and the negation of a
// comparison, and the inverse of every other operator.
var operators = map[token.Token][]token.Token{
	token.LSS:        {token.LEQ, token.GEQ},
	token.LEQ:        {token.LSS, token.GTR},
	token.GTR:        {token.GEQ, token.LEQ},
	token.GEQ:        {token.GTR, token.LSS},
	token.EQL:        {token.NEQ},
	token.NEQ:        {token.EQL},
	token.ADD:        {token.SUB},
	token.SUB:        {token.ADD},
	token.MUL:        {token.QUO},
	token.QUO:        {token.MUL},
	token.REM:        {token.MUL},
	token.SHL:        {token.SHR},
	token.SHR:        {token.SHL},
	token.AND:        {token.OR},
	token.OR:         {token.AND},
	token.LAND:       {token.LOR},
	token.LOR:        {token.LAND},
	token.ADD_ASSIGN: {token.SUB_ASSIGN},
	token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN},
	token.QUO_ASSIGN: {token.MUL_ASSIGN},
}

func (f *faults) binary(n *ast.BinaryExpr) {
	for _, other := range operators[n.Op] {
		f.operator(n, n.OpPos, n.Op, other)
	}
}

// unary drops a sign or a negation.
func (f *faults) unary(n *ast.UnaryExpr) {
	if n.Op == token.SUB || n.Op == token.NOT {
		f.replace(n.OpPos, n.X.Pos(), "", n, f.text(n.X))
	}
}

// literal changes a number by one. It does not decrement a zero, because most zeros are the start
// of a range.
func (f *faults) literal(n *ast.BasicLit) {
	if n.Kind != token.INT || f.inTable {
		return
	}
	more, less := "("+n.Value+" + 1)", "("+n.Value+" - 1)"
	switch n.Value {
	case "0":
		f.become(n, "1")
	case "1":
		f.become(n, "0")
		f.become(n, "2")
	default:
		f.become(n, more)
		f.become(n, less)
	}
}

// condition replaces a condition with a constant. The condition is still evaluated, so that its
// variables are used.
func (f *faults) condition(n ast.Expr, outcomes ...bool) {
	if n == nil {
		return
	}
	for _, outcome := range outcomes {
		operator := map[bool]string{true: "||", false: "&&"}[outcome]
		forced := fmt.Sprintf("(%s) %s %t", f.text(n), operator, outcome)
		f.replace(n.Pos(), n.End(), forced, n, fmt.Sprint(outcome))
	}
}

// assignment drops an assignment or changes its operator.
func (f *faults) assignment(n *ast.AssignStmt) {
	for _, other := range operators[n.Tok] {
		f.operator(n, n.TokPos, n.Tok, other)
	}
	if n.Tok == token.DEFINE {
		return
	}
	if f.text(n.Lhs[0]) == "_" {
		return
	}
	if f.text(n.Rhs[0]) == "nil" { // nil has no type without its variable
		f.remove(n)
		return
	}
	blanks := strings.TrimSuffix(strings.Repeat("_, ", len(n.Lhs)), ", ")
	f.replace(n.Lhs[0].Pos(), n.Rhs[0].Pos(), blanks+" = ", n, "value dropped")
}

// step reverses the direction of a counter, except in a loop header, because the loop would not
// terminate.
func (f *faults) step(n *ast.IncDecStmt) {
	if loop, ok := f.parent().(*ast.ForStmt); ok && loop.Post == n {
		return
	}
	other := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
	f.replace(n.TokPos, n.End(), other, n, f.text(n.X)+other)
	f.remove(n)
}

// remove deletes a statement.
func (f *faults) remove(n ast.Node) { f.replace(n.Pos(), n.End(), "", n, "nothing") }

// extreme exchanges min and max.
func (f *faults) extreme(n *ast.CallExpr) {
	if name, ok := n.Fun.(*ast.Ident); ok {
		if other := map[string]string{"min": "max", "max": "min"}[name.Name]; other != "" {
			f.replace(name.Pos(), name.End(), other, n, other)
		}
	}
}

func (f *faults) branch(n *ast.BranchStmt) {
	other := map[token.Token]string{token.BREAK: "continue", token.CONTINUE: "break"}[n.Tok]
	if other != "" {
		f.replace(n.TokPos, n.TokPos+token.Pos(len(n.Tok.String())), other, n, other)
	}
}

// errorReturn suppresses a returned error. The error is still evaluated, so that its variables are
// used.
func (f *faults) errorReturn(n *ast.ReturnStmt) {
	results := f.results[len(f.results)-1]
	if len(n.Results) == 0 || results.NumFields() != len(n.Results) {
		return
	}
	kind, ok := results.List[len(results.List)-1].Type.(*ast.Ident)
	last := n.Results[len(n.Results)-1]
	if ok && kind.Name == "error" && f.text(last) != "nil" {
		quiet := "func() error { _ = " + f.text(last) + "; return nil }()"
		f.replace(last.Pos(), last.End(), quiet, n, "return no error")
	}
}

func (f *faults) operator(n ast.Node, at token.Pos, old, other token.Token) {
	whole, offset := f.text(n), int(at-n.Pos())
	changed := whole[:offset] + other.String() + whole[offset+len(old.String()):]
	f.replace(at, at+token.Pos(len(old.String())), other.String(), n, changed)
}

// become replaces a literal and describes the change with its context.
func (f *faults) become(n *ast.BasicLit, text string) {
	around := ast.Node(n)
	if parent, ok := f.parent().(ast.Expr); ok {
		around = parent
	}
	whole, offset := f.text(around), int(n.Pos()-around.Pos())
	f.replace(n.Pos(), n.End(), text, around, whole[:offset]+text+whole[offset+len(n.Value):])
}

// replace records a mutant that replaces a part of the source, with a description of the change.
func (f *faults) replace(from, to token.Pos, text string, shown ast.Node, into string) {
	line := f.files.Position(from).Line
	f.found = append(f.found, mutant{
		file: f.path,
		line: line, reached: f.evaluatedAt(line),
		what: oneLine(f.text(shown)) + " → " + oneLine(into),
		from: f.files.Position(from).Offset, to: f.files.Position(to).Offset,
		replacement: text,
	})
}

// evaluatedAt returns the line whose execution evaluates the visited node, which is on the given line.
// The coverage of a case is that of its statements, so a condition of a case belongs to the switch.
func (f *faults) evaluatedAt(line int) int {
	for i := len(f.stack) - 1; i >= 3; i-- {
		switch n := f.stack[i-1].(type) {
		case *ast.BlockStmt:
			return line
		case *ast.CaseClause:
			if e, ok := f.stack[i].(ast.Expr); ok && slices.Contains(n.List, e) {
				return f.files.Position(f.stack[i-3].Pos()).Line
			}
		}
	}
	return line
}

func (f *faults) text(n ast.Node) string {
	return string(f.source[f.files.Position(n.Pos()).Offset:f.files.Position(n.End()).Offset])
}
