package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// marchFile is the file that declares the structure that the walks use. The generator parses it, so
// the assembly follows every change of the layout.
const marchFile = "../progress.go"

// progress gives access to the fields of the structure in memory by name.
type progress struct{ gotypes.Component }

// declareWalk declares the signature of a walk and returns its parameter.
func declareWalk(c *build.Context) progress {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, marchFile, nil, 0)
	if err != nil {
		panic(err)
	}
	pkg, err := new(types.Config).Check("vec", files, []*ast.File{file}, nil)
	if err != nil {
		panic(err)
	}
	signature, err := gotypes.ParseSignatureInPackage(pkg, "func(m *progress) (stuck uint)")
	if err != nil {
		panic(err)
	}
	c.Signature(signature)
	return progress{c.Dereference(c.Param("m"))}
}

// number returns the address of an integer field.
func (m progress) number(field string) operand.Mem { return address(m.Field(field)) }

// slice returns the address of the base of a slice field.
func (m progress) slice(field string) operand.Mem { return address(m.Field(field).Base()) }

// of returns the address of the base of an ant's slice.
func (m progress) of(ant int, field string) operand.Mem {
	return address(m.Field(field).Index(ant).Base())
}

func address(c gotypes.Component) operand.Mem {
	basic, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return basic.Addr
}

// element returns the address of an element of a slice of 32-bit numbers.
func element(base, index reg.Register) operand.Mem {
	return operand.Mem{Base: base, Index: index, Scale: 4}
}
