package vouchsafe

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostMethods is how many methods a type has at most: one with more is a room of its own,
// or several values.
const mostMethods = 25

// overgrown are the types that had more when this was written. None is to join them.
var overgrown = []string{
	"grounding/evidence/layout.finder",
	"grounding/evidence/layout.page",
	"grounding/quote.Text",
	"grounding/quote.search",
	"grounding/text.folder",
	"grounding/text.parser",
}

// ours are the folders whose Go ships, and the tests' own.
var ours = []string{"admin", "cache", "cmd", "config", "grounding", "internal", "policy", "proxy", "trace"}

// TestNoTypeHasMoreMethodsThanAReaderCanHold counts the methods that are declared on each
// type, and those that it has by embedding others of its package.
func TestNoTypeHasMoreMethodsThanAReaderCanHold(t *testing.T) {
	for path, p := range packages(t) {
		for name, n := range p.methods {
			switch known := slices.Contains(overgrown, path+"."+name); {
			case n > mostMethods && !known:
				t.Errorf("%s.%s has %d methods, at most %d", path, name, n, mostMethods)
			case n > mostMethods:
				t.Logf("%s.%s has %d methods", path, name, n)
			case known:
				t.Errorf("%s.%s has %d methods by now: take it off the list", path, name, n)
			}
		}
	}
}

// TestNoExchangeWithinAnExchange: in the package of exchanges no type of its own embeds
// another one, so that a field always says whose it is.
func TestNoExchangeWithinAnExchange(t *testing.T) {
	for name, embeds := range packages(t)["proxy"].embeds {
		t.Errorf("proxy.%s embeds %s", name, strings.Join(embeds, ", "))
	}
}

// parsed is what the bars are held against of a package.
type parsed struct {
	methods map[string]int      // by type
	embeds  map[string][]string // struct types of the package that a struct type embeds
}

// packages parses what ships.
func packages(t *testing.T) map[string]parsed {
	t.Helper()
	all := map[string]parsed{}
	for _, folder := range ours {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			dir := filepath.ToSlash(filepath.Dir(path))
			if _, ok := all[dir]; !ok {
				all[dir] = parsed{map[string]int{}, map[string][]string{}}
			}
			all[dir].read(file)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range all {
		p.promote()
	}
	return all
}

// read takes in what a file declares.
func (p parsed) read(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				p.methods[typeName(d.Recv.List[0].Type)]++
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				spec, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if body, ok := spec.Type.(*ast.StructType); ok {
					for _, f := range body.Fields.List {
						if name := typeName(f.Type); len(f.Names) == 0 && name != "" {
							p.embeds[spec.Name.Name] = append(p.embeds[spec.Name.Name], name)
						}
					}
				}
			}
		}
	}
}

// promote adds the methods of what types embed.
func (p parsed) promote() {
	own := maps.Clone(p.methods)
	var all func(name string) int
	all = func(name string) int {
		n := own[name]
		for _, e := range p.embeds[name] {
			n += all(e)
		}
		return n
	}
	for name := range p.embeds {
		p.methods[name] = all(name)
	}
}

// typeName is the name of a type of the same package, behind a pointer or before type
// parameters; "" for a type of another package.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	}
	return ""
}
