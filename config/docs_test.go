package config

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"

	"vouchsafe/internal/golden"
	"vouchsafe/policy"
)

// fenced finds the configurations of a page.
var fenced = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// hashes puts a hash of its own in the place of each that a page leaves out.
func hashes(text string) string {
	const left = "sha256:…"
	for n := 1; strings.Contains(text, left); n++ {
		digit := strconv.FormatInt(int64(n), 16)
		text = strings.Replace(text, left, "sha256:"+strings.Repeat(digit, 64), 1)
	}
	return text
}

func TestConfigurationsOfTheDocumentationLoad(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	env := func(name string) (string, bool) {
		value, ok := map[string]string{"OPENAI_API_KEY": "sk-x"}[name]
		return value, ok
	}
	found := 0
	pages = slices.DeleteFunc(pages, func(page string) bool { return filepath.Base(page) == "extending.md" }) // it shows language data
	for _, page := range append(pages, "../README.md") {
		if filepath.Base(page) == "extending.md" {
			continue // its YAML is data of languages and layouts
		}
		for _, m := range fenced.FindAllStringSubmatch(string(read(t, page)), -1) {
			found++
			c, problems := Load([]byte(hashes(m[1])), env)
			if len(problems) > 0 {
				t.Errorf("%s: %s\n%s", page, lines(problems), m[1])
				continue
			}
			if w := c.Warnings; len(w) > 0 {
				t.Errorf("%s: %s\n%s", page, lines(w), m[1])
			}
		}
	}
	if found < 7 {
		t.Errorf("%d configurations found", found)
	}
}

// TestTheExampleShowsEveryKey: somewhere in the file each key has its place,
// but for those that stand for others.
func TestTheExampleShowsEveryKey(t *testing.T) {
	var file any
	if err := yaml.Unmarshal(read(t, "../vouchsafe.example.yaml"), &file); err != nil {
		t.Fatal(err)
	}
	for _, k := range table().keys {
		if k.Instead == "" && !holds(file, strings.Split(k.Path, ".")) {
			t.Errorf("%s is not in it", k.Path)
		}
	}
}

// holds reports whether a value has a member at the path; * is any of them.
func holds(value any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if (path[0] == "*" || path[0] == name) && holds(member, path[1:]) {
				return true
			}
		}
	case []any:
		return path[0] == "*" && slices.ContainsFunc(v, func(e any) bool { return holds(e, path[1:]) })
	}
	return false
}

// keysMark begins what is made from the table.
const keysMark = "<!-- keys -->\n"

func TestThePageListsEveryKey(t *testing.T) {
	const page = "../docs/configuration.md"
	head, _, found := strings.Cut(string(read(t, page)), keysMark)
	if !found {
		t.Fatal("the page has no place for the keys")
	}
	golden.Hold(t, page, head+keysMark+reference())
}

// reference lists every key of the table: a part for each section of the file.
func reference() string {
	var b strings.Builder
	var top []*key
	for _, k := range table().keys {
		if len(k.keys) == 0 {
			top = append(top, k)
		}
	}
	rows(&b, top, defaultConfig())
	for _, k := range table().keys {
		if len(k.keys) > 0 {
			fmt.Fprintf(&b, "\n### %s\n\n%s.\n", k.Path, sentence(k))
			rows(&b, k.keys, defaultConfig())
		}
	}
	return b.String()
}

// comments are what the structs' comments say of their fields, by Type.Field.
var comments = sync.OnceValue(func() map[string]string {
	all := map[string]string{"Policy.extends": "name of the policy that this one starts from; balanced, where left out"}
	for _, dir := range []string{".", "../policy", "../grounding/trust"} {
		files, _ := filepath.Glob(dir + "/*.go")
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
			if err != nil {
				panic(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				spec, _ := n.(*ast.TypeSpec)
				if spec == nil {
					return true
				}
				section, ok := spec.Type.(*ast.StructType)
				if !ok {
					return false
				}
				for _, f := range section.Fields.List {
					for _, name := range f.Names {
						text := strings.Join(strings.Fields(f.Doc.Text()), " ")
						all[spec.Name.Name+"."+name.Name] = strings.TrimSuffix(text, ".")
					}
				}
				return false
			})
		}
	}
	return all
})

// about is what a key means.
func about(k *key) string {
	if k.field == nil {
		return comments()[k.owner.Name()+"."+k.name]
	}
	return comments()[k.owner.Name()+"."+k.owner.FieldByIndex(k.field).Name]
}

// sentence is what a key means, as a page begins it.
func sentence(k *key) string {
	return strings.ToUpper(about(k)[:1]) + about(k)[1:]
}

// rows lists keys, those of sections within them too.
func rows(b *strings.Builder, keys []*key, c *Config) {
	b.WriteString("\n")
	var walk func(keys []*key, within string)
	walk = func(keys []*key, within string) {
		for _, k := range keys {
			name := within + k.name
			if k.Type != "section" {
				fmt.Fprintf(b, "- `%s`", name)
				if values := valuesAt(k, defaultOf(k, c)); values != "" {
					fmt.Fprintf(b, " (%s)", values)
				}
				fmt.Fprintf(b, ": %s\n", about(k))
			}
			inner := name + "."
			if k.Type == "names" || k.Type == "exempt" {
				inner = name + ".*."
			}
			walk(k.keys, inner)
		}
	}
	walk(keys, "")
}

// defaultOf is what holds where the file says nothing.
func defaultOf(k *key, c *Config) string {
	if rest, ok := strings.CutPrefix(k.Path, "policies.*."); ok && k.Type != "section" && !strings.Contains(rest, "*") && rest != "extends" {
		v := reflect.ValueOf(c.Policies[policy.BuiltinBalanced])
		for name := range strings.SplitSeq(rest, ".") {
			v = v.FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, strings.ReplaceAll(name, "_", "")) })
		}
		if k.Type == "names" {
			return ""
		}
		text := (&printer{}).flow(k, v, "")
		if text == `""` || text == "[]" {
			return ""
		}
		return "`" + text + "`"
	}
	if k.Default == "" {
		return ""
	}
	return "`" + k.Default + "`"
}

// valuesAt says what may stand at a key, the default in bold; bounds of numbers
// are in the schema and in what check says.
func valuesAt(k *key, initial string) string {
	switch {
	case k.Type == "word":
		return words(k.Words, initial)
	case k.Type == "names" && k.Of != nil && k.Of.Type == "word":
		return "by name: " + words(k.Of.Words, "")
	case initial != "":
		return "**" + initial + "**"
	case k.Type == "names":
		return "by name"
	case k.Type == "exempt":
		return "list"
	case k.Type == "list":
		return k.Type
	}
	return ""
}

// words lists words, one of them in bold.
func words(all []string, initial string) string {
	var out []string
	for _, word := range all {
		word = "`" + word + "`"
		if word == initial {
			word = "**" + word + "**"
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}
