package layout

// names is a list of different names, each of which has a number: its place. A
// few are looked through, which takes no memory of their own; the rest is
// looked up.
type names struct {
	few  [8]string
	n    int
	more map[string]int
}

// find is the number of a name, -1 for one that is not there.
func (n *names) find(name string) int {
	for i := range min(n.n, len(n.few)) {
		if n.few[i] == name {
			return i
		}
	}
	if at, ok := n.more[name]; ok {
		return at
	}
	return -1
}

// add is the number of a name, which is there from now on.
func (n *names) add(name string) int {
	at := n.find(name)
	if at >= 0 {
		return at
	}
	at = n.n
	n.n++
	if at < len(n.few) {
		n.few[at] = name
		return at
	}
	if n.more == nil {
		n.more = map[string]int{}
	}
	n.more[name] = at
	return at
}
