package ownschema

import "errors"

var (
	errSteps     = errors.New("the schema takes too many steps")
	errReference = errors.New("the schema refers to what is not in it")
)

// maxSteps bounds how many pairs of a subschema and a value one validation
// may visit. A schema of a few hundred bytes can ask for 2^50 of them
// ({"anyOf":[A,A]} with A of the same kind, and so on); the largest honest
// ones stay below ten thousand for an answer of a few kilobytes.
const maxSteps = 2_000_000

// affordable walks schema and answer as a validator would, without looking at
// outcomes, and gives up at maxSteps. An answer of many values may take a few
// steps for each on top. A reference that cannot be followed cannot be priced
// and is an error too.
func (f *form) affordable(answer *node) error {
	p := price{form: f, left: maxSteps + 20*answer.size()}
	return p.pay(f.root, answer, 0)
}

// size is the number of values in n, itself included.
func (n *node) size() int {
	total := 1
	for i := range n.children {
		total += n.children[i].size()
	}
	return total
}

type price struct {
	form *form
	left int
}

// pay visits one pair. still counts the references since the last step into
// the answer: a ring of them never ends, and no honest schema stacks so many.
func (p *price) pay(schema, value *node, still int) error {
	p.left--
	if p.left < 0 || still > maxDepth {
		return errSteps
	}
	for i := range schema.children {
		if schema.kind != '{' {
			break
		}
		p.left -= len(schema.children[i].children) // an enum, a list of required names
		if err := p.keyword(&schema.children[i], value, still); err != nil {
			return err
		}
	}
	return nil
}

func (p *price) keyword(n, value *node, still int) error {
	switch n.key {
	case "$ref", "$dynamicRef", "$recursiveRef":
		target, ok := p.form.resolve(n.text(p.form.src))
		if !ok {
			return errReference
		}
		return p.pay(target, value, still+1)
	case "allOf", "anyOf", "oneOf":
		return p.each(n, value, still)
	case "not", "if", "then", "else":
		return p.pay(n, value, still+1)
	case "dependentSchemas", "dependencies":
		return p.each(n, value, still)
	case "properties":
		return p.members(n, value)
	case "patternProperties":
		for i := range n.children {
			if err := p.down(&n.children[i], value); err != nil {
				return err
			}
		}
	case "prefixItems":
		return p.elements(n, value)
	case "items":
		if n.kind == '[' {
			return p.elements(n, value)
		}
		return p.down(n, value)
	case "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "additionalItems", "contains", "propertyNames":
		return p.down(n, value)
	}
	return nil
}

func (p *price) each(list, value *node, still int) error {
	for i := range list.children {
		if err := p.pay(&list.children[i], value, still+1); err != nil {
			return err
		}
	}
	return nil
}

// down pays for every value inside, whether the keyword would reach it or not.
func (p *price) down(schema, value *node) error {
	for i := range value.children {
		if err := p.pay(schema, &value.children[i], 0); err != nil {
			return err
		}
	}
	return nil
}

func (p *price) members(properties, value *node) error {
	for i := range value.children {
		child, ok := properties.member(value.children[i].key)
		if ok {
			if err := p.pay(child, &value.children[i], 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *price) elements(list, value *node) error {
	for i := range min(len(list.children), len(value.children)) {
		if err := p.pay(&list.children[i], &value.children[i], 0); err != nil {
			return err
		}
	}
	return nil
}
