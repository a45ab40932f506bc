package config

import (
	"reflect"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"vouchsafe/policy"
)

// policies reads the section of own policies. Each begins as a copy of the one
// that it extends (balanced, if it says nothing), so the order in which they
// stand in the file does not matter.
func (r *reader) policies(k *key, path string, n ast.Node, to reflect.Value) {
	v := visitor{reader: r, key: k, path: path, done: to.Interface().(map[string]policy.Policy),
		open: map[string]bool{}, own: map[string]member{}, told: map[string]bool{}}
	members := r.members(k, path, n)
	for _, m := range members {
		if _, builtin := policy.Builtin(m.name); builtin {
			r.report(m.key, Problem{Path: join(path, m.name), Message: "is built in; choose another name and extend it"})
		} else if message := CheckName(m.name); message != "" {
			r.report(m.key, Problem{Path: join(path, m.name), Message: message})
		} else {
			v.own[m.name] = m
		}
	}
	for _, m := range members {
		if _, ok := v.own[m.name]; ok {
			v.visit(m.name)
		}
	}
}

// visitor reads policies, each after the one that it extends.
type visitor struct {
	*reader
	key  *key
	path string
	own  map[string]member
	open map[string]bool // being read: extending one of these is a circle
	done map[string]policy.Policy
	told map[string]bool // the policy, or one that it extends, says what becomes of open claims
}

func (v *visitor) visit(name string) {
	if _, read := v.done[name]; read {
		return
	}
	v.open[name] = true
	m := v.own[name]
	full := join(v.path, name)
	p := v.base(full, m)
	if !isEmpty(m.value) {
		v.section(v.key, full, m.value, reflect.ValueOf(&p).Elem())
		v.askAsBefore(name, &p, valueOf(m.value, "verify"))
		v.exemptAsBefore(full, &p, m.value)
	}
	v.done[name] = p
	v.open[name] = false
}

// askAsBefore reads a policy in the older form, which names a judge and does
// not say what becomes of open claims: the judge was asked about all claims.
func (v *visitor) askAsBefore(name string, p *policy.Policy, verify ast.Node) {
	if valueOf(verify, "open") != nil {
		v.told[name] = true
	}
	judge := valueOf(verify, "judge")
	if v.told[name] || p.Verify.Judge == "" || p.Verify.Open == policy.OpenQuote || judge == nil {
		return
	}
	p.Verify.Open = policy.OpenJudge
	v.asksAll = append(v.asksAll, p.Verify.Judge)
	v.warn(judge, Problem{Path: join(v.path, name) + ".verify.judge", Message: "without verify.open is read as `open: judge`, " +
		"and judges." + p.Verify.Judge + " as `ask: all`; write both"})
}

// exemptAsBefore reads `exempt: auto` of older files as `tasks: auto`.
func (v *visitor) exemptAsBefore(full string, p *policy.Policy, section ast.Node) {
	if !p.Exempt.Auto {
		return
	}
	p.Exempt.Auto = false
	if valueOf(section, "tasks") == nil {
		p.Tasks = policy.AutoTasks
	}
	v.warn(valueOf(section, "exempt"), Problem{Path: full + ".exempt",
		Message: "has the word auto, which is read as `tasks: auto`; write that"})
}

// base returns what a policy begins as. Its extends key is looked at ahead of
// the other keys; what is wrong with its form is told when it is read.
func (v *visitor) base(full string, m member) policy.Policy {
	balanced, _ := policy.Builtin(policy.BuiltinBalanced)
	n := valueOf(m.value, "extends")
	word, ok := n.(*ast.StringNode)
	if !ok {
		return balanced
	}
	name, err := expand(word.Value, v.env)
	if err != nil {
		return balanced
	}
	if v.open[name] {
		v.report(n, Problem{Path: full + ".extends", Message: "extends itself in a circle", Value: word.Value})
		return balanced
	}
	if _, own := v.own[name]; own {
		v.visit(name)
	}
	p, known := v.done[name]
	v.told[m.name] = v.told[name]
	if !known {
		allowed := append(policy.Names(), sortedKeys(v.own)...)
		allowed = slices.DeleteFunc(allowed, func(other string) bool { return full == join(v.path, other) })
		v.report(n, Problem{Path: full + ".extends", Message: "names no policy", Value: word.Value, Allowed: allowed})
		return balanced
	}
	return policy.Clone(p)
}

// valueOf returns the value of a key of a mapping, or nil.
func valueOf(n ast.Node, name string) ast.Node {
	mapping, ok := n.(*ast.MappingNode)
	if !ok {
		return nil
	}
	for _, v := range mapping.Values {
		if key, ok := keyName(v.Key); ok && key == name {
			return v.Value
		}
	}
	return nil
}
