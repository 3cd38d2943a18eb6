package foppen_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// The tests of this file read the package's own source. They keep promises
// that no compiler checks: the API listing, the docs, the examples, the table
// of rules, and the house style (see CONTRIBUTING.md).

// TestAPI compares the exported API with the listings in the folder api: one sorted line a
// symbol, so that a change of the API is a line in a diff. A file for each release has what
// was new in it, and nothing of it may ever go or change; next.txt has what the next release
// adds. With -update only next.txt is written.
func TestAPI(t *testing.T) {
	got := apiLines(packageFiles(t))
	files, err := filepath.Glob("api/v*.txt")
	if err != nil {
		t.Fatal(err)
	}
	released := map[string]bool{}
	for _, file := range files {
		for _, line := range readLines(t, file) {
			released[line] = true
			if !slices.Contains(got, line) {
				t.Errorf("%s promises for ever what is gone or different: %s", filepath.ToSlash(file), line)
			}
		}
	}
	var unreleased []string
	for _, line := range got {
		if !released[line] {
			unreleased = append(unreleased, line)
		}
	}
	const next = "api/next.txt"
	if *update {
		if err := os.WriteFile(next, []byte(strings.Join(append(unreleased, ""), "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := readLines(t, next)
	for _, line := range want {
		if !slices.Contains(unreleased, line) {
			t.Errorf("in %s, but not (or no longer) new in the API: %s", next, line)
		}
	}
	for _, line := range unreleased {
		if !slices.Contains(want, line) {
			t.Errorf("new in the API, but not in %s: %s", next, line)
		}
	}
	if t.Failed() {
		t.Logf("If the change is meant, run\n\n\tgo test . -run '^TestAPI$' -update\n\nand review the diff of %s.", next)
	}
}

// readLines returns the lines of a file of this repository.
func readLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		unreadable(t, err)
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
}

// TestDocs: every exported symbol has a comment; those of functions, types and
// methods start with the name.
func TestDocs(t *testing.T) {
	report(t, "undocumented", docFaults(packageFiles(t)))
}

// TestExamples: every exported type and function has an example that runs.
func TestExamples(t *testing.T) {
	pkg := packageFiles(t)
	tests := parse(t, ".", func(name, pkg string) bool {
		return strings.HasSuffix(name, "_test.go") && pkg == "foppen_test"
	})
	report(t, "without a running example in package foppen_test", exampleFaults(pkg, tests))
}

// TestRules: docs/rules.md names, for every rule of the game, tests that exist.
func TestRules(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash("docs/rules.md"))
	if err != nil {
		unreadable(t, err)
	}
	isTest := func(name, _ string) bool { return strings.HasSuffix(name, "_test.go") }
	tests := map[string]bool{}
	for _, dir := range []string{".", filepath.Join("cmd", "foppen")} {
		for _, file := range parse(t, dir, isTest).files {
			for _, decl := range file.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
					tests[fn.Name.Name] = true
				}
			}
		}
	}
	faults := ruleFaults(string(text), tests)
	faults = append(faults, citationFaults(packageFiles(t))...)
	report(t, "rules and their tests (docs/rules.md)", faults)
}

// TestGoMod: an embedder inherits nothing. Only two direct requirements, both
// for tests, and only the standard library in the package itself.
func TestGoMod(t *testing.T) {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		unreadable(t, err)
	}
	report(t, "go.mod and imports", append(modFaults(string(text)), importFaults(packageFiles(t))...))
}

// allowedVars lists the package-level variables of package foppen, each with
// the reason why it cannot be a constant or a local. Nothing may ever assign to
// them: a Game is safe for concurrent use because there is no shared state.
var allowedVars = map[string]string{
	"ofColor":   "a table of bit masks; Go has no constant arrays",
	"binomials": "a table of numbers, made when it is needed first",
	"prepared":  "a table of events that need no allocation, made when it is needed first",
}

// TestStyle: no init, no panic outside Must functions (must is their helper),
// no package-level variables but those listed above.
func TestStyle(t *testing.T) {
	report(t, "house style", styleFaults(packageFiles(t), allowedVars))
}

// source is some parsed files, in the order of their names.
type source struct {
	fset  *token.FileSet
	files []*ast.File
}

// packageFiles parses package foppen without its tests, whatever the platform
// and build tags.
func packageFiles(t *testing.T) source {
	t.Helper()
	src := parse(t, ".", func(name, pkg string) bool {
		return !strings.HasSuffix(name, "_test.go") && pkg == "foppen"
	})
	if len(src.files) == 0 {
		t.Fatal("found no source file of package foppen")
	}
	return src
}

// parse parses the Go files of a folder that keep approves of.
func parse(t *testing.T, dir string, keep func(name, pkg string) bool) source {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		unreadable(t, err)
	}
	src := source{fset: token.NewFileSet()}
	for _, entry := range entries {
		if entry.IsDir() || !strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		file, err := parser.ParseFile(src.fset, filepath.Join(dir, entry.Name()), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if keep(entry.Name(), file.Name.Name) {
			src.files = append(src.files, file)
		}
	}
	return src
}

// unreadable ends a test whose input cannot be read. WebAssembly hosts may
// give a test no files; everywhere else that is a fault.
func unreadable(t *testing.T, err error) {
	t.Helper()
	if runtime.GOARCH == "wasm" {
		t.Skipf("this host shows the test no source files: %v", err)
	}
	t.Fatal(err)
}

// report fails the test once, with all faults.
func report(t *testing.T, title string, faults []string) {
	t.Helper()
	if len(faults) > 0 {
		t.Errorf("%s: %d\n\t%s", title, len(faults), strings.Join(faults, "\n\t"))
	}
}

// at is where a node stands, for messages.
func (s source) at(node ast.Node) string {
	pos := s.fset.Position(node.Pos())
	return fmt.Sprintf("%s:%d", filepath.ToSlash(pos.Filename), pos.Line)
}

// decls walks all top-level declarations.
func (s source) decls(visit func(ast.Decl)) {
	for _, file := range s.files {
		for _, decl := range file.Decls {
			visit(decl)
		}
	}
}

// types gives the type declarations by name.
func (s source) types() map[string]*ast.TypeSpec {
	specs := map[string]*ast.TypeSpec{}
	s.decls(func(decl ast.Decl) {
		if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.TYPE {
			for _, spec := range gen.Specs {
				spec := spec.(*ast.TypeSpec)
				specs[spec.Name.Name] = spec
			}
		}
	})
	return specs
}

// An owner is an exported type through which users reach the members of a type:
// the type itself, or one that embeds it while it is unexported.
type owner struct {
	name    string
	pointer bool // embedded by pointer: all methods are those of the value
}

// owners gives the owners of each type that has any.
func (s source) owners() map[string][]owner {
	specs, owners := s.types(), map[string][]owner{}
	var add func(name string, o owner)
	add = func(name string, o owner) {
		known := slices.ContainsFunc(owners[name], func(p owner) bool { return p.name == o.name })
		if spec := specs[name]; spec != nil && !known {
			owners[name] = append(owners[name], o)
			for _, field := range members(spec.Type) {
				if base := baseName(field.Type); len(field.Names) == 0 && !token.IsExported(base) {
					_, pointer := field.Type.(*ast.StarExpr)
					add(base, owner{o.name, o.pointer || pointer})
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		if token.IsExported(name) {
			add(name, owner{name, false})
		}
	}
	return owners
}

// members gives the fields of a struct or the methods of an interface.
func members(typ ast.Expr) []*ast.Field {
	switch typ := typ.(type) {
	case *ast.StructType:
		return typ.Fields.List
	case *ast.InterfaceType:
		return typ.Methods.List
	}
	return nil
}

// baseName gives the type name in T, *T, T[X] and pkg.T, else "".
func baseName(expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.Ident:
		return expr.Name
	case *ast.StarExpr:
		return baseName(expr.X)
	case *ast.ParenExpr:
		return baseName(expr.X)
	case *ast.IndexExpr:
		return baseName(expr.X)
	case *ast.IndexListExpr:
		return baseName(expr.X)
	case *ast.SelectorExpr:
		return expr.Sel.Name
	}
	return ""
}

// The API listing

// apiLines lists the exported API, sorted. It needs no type checker for
// anything but the values of constants, so that it works wherever the sources
// can be read.
func apiLines(src source) []string {
	// Type-check without imports: what other packages declare stays unknown,
	// which is an error to the checker but none to us.
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Error: func(error) {}, FakeImportC: true}
	pkg, _ := conf.Check("foppen", src.fset, src.files, info)

	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	owners, specs := src.owners(), src.types()
	own := map[string]bool{} // "T.Name": declared by T itself, hiding what T embeds
	src.decls(func(decl ast.Decl) {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv != nil {
			own[baseName(fn.Recv.List[0].Type)+"."+fn.Name.Name] = true
		}
	})
	for name, spec := range specs {
		for _, field := range members(spec.Type) {
			for _, ident := range field.Names {
				own[name+"."+ident.Name] = true
			}
		}
	}
	src.decls(func(decl ast.Decl) {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if !decl.Name.IsExported() {
				return
			}
			signature := decl.Name.Name + strings.TrimPrefix(source1(decl.Type), "func")
			if decl.Recv == nil {
				add("func %s", signature)
				return
			}
			recv := decl.Recv.List[0].Type
			base, text := baseName(recv), source1(recv)
			for _, o := range owners[base] {
				if o.name == base {
					add("method (%s) %s", text, signature)
				} else if !own[o.name+"."+decl.Name.Name] {
					star := ""
					if strings.HasPrefix(text, "*") && !o.pointer {
						star = "*"
					}
					add("method (%s%s) %s", star, o.name, signature)
				}
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					for _, o := range owners[spec.Name.Name] {
						lines = append(lines, typeLines(spec, o.name, own)...)
					}
				case *ast.ValueSpec:
					for i, name := range spec.Names {
						if name.IsExported() {
							add("%s", valueLine(pkg, info.Defs[name], spec, i))
						}
					}
				}
			}
		}
	})
	slices.Sort(lines)
	return slices.Compact(lines)
}

// typeLines gives the lines of a type as part of its owner: what the owner is,
// and its exported members.
func typeLines(spec *ast.TypeSpec, owner string, own map[string]bool) []string {
	head := "type " + owner
	if spec.TypeParams != nil {
		params := source1(&ast.FuncType{TypeParams: spec.TypeParams, Params: &ast.FieldList{}})
		head += strings.TrimSuffix(strings.TrimPrefix(params, "func"), "()")
	}
	if spec.Assign.IsValid() {
		head += " ="
	}
	promoted := owner != spec.Name.Name
	var lines []string
	member := func(name, format string, args ...any) {
		if token.IsExported(name) && !(promoted && own[owner+"."+name]) {
			lines = append(lines, head+", "+fmt.Sprintf(format, args...))
		}
	}
	switch typ := spec.Type.(type) {
	case *ast.StructType:
		head += " struct"
		for _, field := range typ.Fields.List {
			text := source1(field.Type)
			if field.Tag != nil {
				text += " " + field.Tag.Value
			}
			if len(field.Names) == 0 {
				member(baseName(field.Type), "embedded %s", text)
			}
			for _, name := range field.Names {
				member(name.Name, "%s %s", name.Name, text)
			}
		}
	case *ast.InterfaceType:
		head += " interface"
		for _, field := range typ.Methods.List {
			text := source1(field.Type)
			switch {
			case len(field.Names) > 0 && !field.Names[0].IsExported():
				lines = append(lines, head+", unexported methods")
			case len(field.Names) > 0:
				member(field.Names[0].Name, "%s%s", field.Names[0].Name, strings.TrimPrefix(text, "func"))
			case baseName(field.Type) == "":
				lines = append(lines, head+", union "+text)
			default:
				member(baseName(field.Type), "embedded %s", text)
			}
		}
	default:
		head += " " + source1(typ)
	}
	if promoted {
		return lines
	}
	return append(lines, head)
}

// valueLine gives the line of a constant, with its value, or of a variable.
func valueLine(pkg *types.Package, obj types.Object, spec *ast.ValueSpec, i int) string {
	line, typ := "var "+spec.Names[i].Name, ""
	if spec.Type != nil {
		typ = " " + source1(spec.Type)
	} else if obj != nil && obj.Type() != nil && obj.Type() != types.Typ[types.Invalid] {
		typ = " " + types.TypeString(obj.Type(), types.RelativeTo(pkg))
	}
	if c, ok := obj.(*types.Const); ok {
		if line = "const " + spec.Names[i].Name; !strings.HasPrefix(typ, " untyped ") {
			line += typ
		}
		if value := c.Val().ExactString(); value != "unknown" {
			return line + " = " + value
		}
	} else if typ != "" {
		return line + typ
	}
	if i < len(spec.Values) {
		value := source1(spec.Values[i])
		if strings.HasPrefix(value, "errors.New(") || strings.HasPrefix(value, "fmt.Errorf(") {
			return line + " error"
		}
		return line + typ + " = " + value
	}
	return line + typ
}

// source1 gives the source of a node on one line.
func source1(node any) string {
	var b bytes.Buffer
	// An empty file set hides the positions, and with them the line breaks.
	if err := printer.Fprint(&b, token.NewFileSet(), node); err != nil {
		return fmt.Sprintf("<%v>", err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Docs and examples

// docFaults lists what is exported and not documented.
func docFaults(src source) []string {
	var faults []string
	add := func(node ast.Node, format string, args ...any) {
		faults = append(faults, src.at(node)+": "+fmt.Sprintf(format, args...))
	}
	named := func(node ast.Node, what, name string, comment *ast.CommentGroup) {
		switch text := comment.Text(); {
		case text == "":
			add(node, "%s has no comment", what)
		case !startsWith(text, name):
			first, _, _ := strings.Cut(text, "\n")
			add(node, "comment of %s does not start with %q: %q", what, name, first)
		}
	}

	// As in the standard library, an article may come before the name of a type.
	namedType := func(node ast.Node, what, name string, comment *ast.CommentGroup) {
		for _, article := range []string{"A ", "An ", "The "} {
			if startsWith(strings.TrimPrefix(comment.Text(), article), name) {
				return
			}
		}
		named(node, what, name, comment)
	}

	packageDoc := 0
	for _, file := range src.files {
		if file.Doc.Text() != "" {
			packageDoc++
			if !strings.HasPrefix(file.Doc.Text(), "Package "+file.Name.Name+" ") {
				add(file, "package comment does not start with %q", "Package "+file.Name.Name+" ")
			}
		}
	}
	if packageDoc != 1 {
		add(src.files[0], "package comments: %d, want exactly one", packageDoc)
	}

	owners := src.owners()
	src.decls(func(decl ast.Decl) {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			name := decl.Name.Name
			switch {
			case !decl.Name.IsExported():
			case decl.Recv == nil:
				named(decl.Name, "func "+name, name, decl.Doc)
			case owners[baseName(decl.Recv.List[0].Type)] != nil:
				named(decl.Name, "method "+baseName(decl.Recv.List[0].Type)+"."+name, name, decl.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					name := spec.Name.Name
					if owners[name] == nil {
						continue
					}
					comment := spec.Doc
					if comment == nil && len(decl.Specs) == 1 {
						comment = decl.Doc
					}
					if spec.Name.IsExported() {
						namedType(spec.Name, "type "+name, name, comment)
					}
					switch typ := spec.Type.(type) {
					case *ast.StructType:
						fieldFaults(src, name, typ, add)
					case *ast.InterfaceType:
						for _, m := range typ.Methods.List {
							if len(m.Names) == 1 && m.Names[0].IsExported() {
								comment := m.Doc
								if comment == nil {
									comment = m.Comment
								}
								named(m.Names[0], "method "+name+"."+m.Names[0].Name, m.Names[0].Name, comment)
							}
						}
					}
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						if name.IsExported() && decl.Doc.Text()+spec.Doc.Text()+spec.Comment.Text() == "" {
							add(name, "%s %s has no comment, nor has its group", decl.Tok, name.Name)
						}
					}
				}
			}
		}
	})
	return faults
}

// fieldFaults lists the exported fields without a comment. A comment also
// covers the fields below it, up to the next blank line.
func fieldFaults(src source, typ string, st *ast.StructType, add func(ast.Node, string, ...any)) {
	lastLine, group := -1, ""
	for _, field := range st.Fields.List {
		first := field.Pos()
		if field.Doc != nil {
			first = field.Doc.Pos()
		}
		end := field.End()
		if field.Comment != nil {
			end = field.Comment.End()
		}
		if field.Doc != nil || src.fset.Position(first).Line > lastLine+1 {
			group = field.Doc.Text()
		}
		lastLine = src.fset.Position(end).Line
		for _, name := range field.Names {
			if name.IsExported() && group+field.Comment.Text() == "" {
				add(name, "field %s.%s has no comment, nor has its group", typ, name.Name)
			}
		}
	}
}

// startsWith tells whether a text starts with a name as a whole word.
func startsWith(text, name string) bool {
	rest, ok := strings.CutPrefix(text, name)
	next, _ := utf8.DecodeRuneInString(rest)
	return ok && next != '_' && !unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// exampleFaults lists the exported types T without ExampleT or ExampleT_xxx
// and the exported functions F without ExampleF. Only an example with an
// output comment counts: go test does not run the others.
func exampleFaults(src, tests source) []string {
	runs := map[string]bool{} // example name (without "Example") -> is it run
	for _, ex := range doc.Examples(tests.files...) {
		runs[ex.Name] = ex.Output != "" || ex.EmptyOutput
	}
	var faults []string
	need := func(what string, name *ast.Ident, alsoFor bool) {
		if !name.IsExported() {
			return
		}
		found := false
		for example, run := range runs {
			if example == name.Name || alsoFor && strings.HasPrefix(example, name.Name+"_") {
				if run {
					return
				}
				found = true
			}
		}
		fault := fmt.Sprintf("%s %s: no Example%s", what, name.Name, name.Name)
		if alsoFor {
			fault += fmt.Sprintf(" or Example%s_xxx", name.Name)
		}
		if found {
			fault = fmt.Sprintf("%s %s: its example has no Output comment, so it never runs", what, name.Name)
		}
		faults = append(faults, fault)
	}
	src.decls(func(decl ast.Decl) {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				need("func", decl.Name, false)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					need("type", spec.Name, true)
				}
			}
		}
	})
	slices.Sort(faults)
	return faults
}

// The table of rules

// rulesOfGame says how many rules each section of the rules has.
var rulesOfGame = map[int]int{1: 6, 2: 5, 3: 13, 4: 3, 5: 5, 6: 3, 7: 3, 8: 4}

var (
	ruleNumber = regexp.MustCompile(`\bR([0-9]+)\.([0-9]+)\b`)
	headingRe  = regexp.MustCompile(`^(#+)\s`)
	citedTest  = regexp.MustCompile("`((?:Test|Fuzz|Example)[A-Za-z0-9_]*)(?:/[^`]*)?`")
)

func isRule(number string) bool {
	m := ruleNumber.FindStringSubmatch(number)
	section, _ := strconv.Atoi(m[1])
	rule, _ := strconv.Atoi(m[2])
	return 1 <= rule && rule <= rulesOfGame[section] && m[0] == fmt.Sprintf("R%d.%d", section, rule)
}

// ruleFaults reads docs/rules.md. A rule is listed by its number in a heading,
// up to the next heading that is not below it, or in the first cell of a table
// row. The tests cited there, in backquotes, must exist.
func ruleFaults(text string, tests map[string]bool) []string {
	proof := map[string]int{} // rule -> number of tests cited; no entry: not listed
	var faults, current []string
	level, fenced := 0, false
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		for _, number := range ruleNumber.FindAllString(line, -1) {
			if !isRule(number) {
				faults = append(faults, fmt.Sprintf("line %d: there is no rule %s", i+1, number))
			}
		}
		if fenced {
			continue
		}
		rules := current
		if m := headingRe.FindStringSubmatch(line); m != nil {
			numbers := ruleNumber.FindAllString(line, -1)
			if len(numbers) > 0 || len(m[1]) <= level {
				current, level = numbers, len(m[1])
			}
			rules = current
		} else if strings.HasPrefix(line, "|") {
			cell, _, _ := strings.Cut(line[1:], "|")
			if numbers := ruleNumber.FindAllString(cell, -1); len(numbers) > 0 {
				rules = numbers
			}
		}
		for _, rule := range rules {
			proof[rule] += 0
		}
		for _, m := range citedTest.FindAllStringSubmatch(line, -1) {
			if !tests[m[1]] {
				faults = append(faults, fmt.Sprintf("line %d: there is no test %s", i+1, m[1]))
				continue
			}
			for _, rule := range rules {
				proof[rule]++
			}
		}
	}
	for _, section := range slices.Sorted(maps.Keys(rulesOfGame)) {
		for rule := 1; rule <= rulesOfGame[section]; rule++ {
			number := fmt.Sprintf("R%d.%d", section, rule)
			if n, listed := proof[number]; !listed {
				faults = append(faults, number+" is in no heading and in no table row's first cell")
			} else if n == 0 {
				faults = append(faults, number+" has no test")
			}
		}
	}
	return faults
}

// citationFaults lists rule numbers in the source that do not exist.
func citationFaults(src source) []string {
	var faults []string
	for _, file := range src.files {
		cite := func(node ast.Node, text string) {
			for _, number := range ruleNumber.FindAllString(text, -1) {
				if !isRule(number) {
					faults = append(faults, fmt.Sprintf("%s: there is no rule %s", src.at(node), number))
				}
			}
		}
		for _, group := range file.Comments {
			for _, comment := range group.List {
				cite(comment, comment.Text)
			}
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if lit, ok := node.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				cite(lit, lit.Value)
			}
			return true
		})
	}
	return faults
}

// Dependencies and style

// modFaults reads go.mod: the two requirements for tests and nothing that
// would change an embedder's build or be ignored by it.
func modFaults(text string) []string {
	want := map[string]bool{"github.com/stretchr/testify": true, "pgregory.net/rapid": true}
	var faults []string
	block := ""
	for line := range strings.Lines(text) {
		code, comment, _ := strings.Cut(line, "//")
		fields := strings.Fields(code)
		switch {
		case len(fields) == 0:
			continue
		case fields[0] == ")":
			block = ""
			continue
		case len(fields) == 2 && fields[1] == "(":
			block = fields[0]
			continue
		case block != "":
			fields = append([]string{block}, fields...)
		}
		switch fields[0] {
		case "module", "go", "retract":
		case "require":
			if strings.TrimSpace(comment) == "indirect" {
				continue
			}
			if !want[fields[1]] {
				faults = append(faults, "go.mod: unwanted direct requirement: "+fields[1])
			}
			delete(want, fields[1])
		default:
			faults = append(faults, "go.mod: unwanted directive: "+strings.Join(fields, " "))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(want)) {
		faults = append(faults, "go.mod: missing direct requirement: "+path)
	}
	return faults
}

// importFaults lists imports from outside the standard library, and those that
// the house style rules out.
func importFaults(src source) []string {
	var faults []string
	for _, file := range src.files {
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			first, _, _ := strings.Cut(path, "/")
			switch {
			case strings.Contains(first, ".") || path == "C":
				faults = append(faults, fmt.Sprintf("%s: %q is not in the standard library", src.at(spec), path))
			case path == "reflect" || path == "unsafe":
				faults = append(faults, fmt.Sprintf("%s: %q is ruled out", src.at(spec), path))
			}
		}
	}
	return faults
}

// styleFaults lists init functions, panics outside Must functions and
// package-level variables that are not allowed.
func styleFaults(src source, allowed map[string]string) []string {
	var faults []string
	add := func(node ast.Node, format string, args ...any) {
		faults = append(faults, src.at(node)+": "+fmt.Sprintf(format, args...))
	}
	unused := maps.Clone(allowed)
	src.decls(func(decl ast.Decl) {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			if fn.Recv == nil && fn.Name.Name == "init" {
				add(fn.Name, "func init")
			}
			if name := fn.Name.Name; name == "must" || strings.HasPrefix(name, "Must") {
				return
			}
		}
		if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.VAR {
			for _, spec := range gen.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					_, ok := allowed[name.Name]
					if delete(unused, name.Name); !ok && name.Name != "_" {
						add(name, "package-level variable %s (see allowedVars)", name.Name)
					}
				}
			}
		}
		ast.Inspect(decl, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				if name := baseName(call.Fun); name == "panic" || name == "must" {
					add(call, "%s outside a Must function", name)
				}
			}
			return true
		})
	})
	for _, name := range slices.Sorted(maps.Keys(unused)) {
		faults = append(faults, fmt.Sprintf("allowedVars lists %s, which does not exist", name))
	}
	return faults
}
