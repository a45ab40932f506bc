package layout

// behindExample is the line of the cue that follows a worked example which
// begins at the cue of line i: the app shows one before the real thing. It is
// 0 where line i begins none. A question with its answer and another cue below
// them tell, but a user can type that: in a user's message it must be called
// an example, too.
func behindExample(p *page, i int) int {
	if p.user() && !calledExample(p, i) {
		return 0
	}
	asked, answered := false, false
	for j := i + 1; j < min(len(p.lines), i+maxExample); j++ {
		s := p.str(j)
		if answered && (isCue(s) || isLead(s) && endsInColon(s)) {
			return j
		}
		if name, value, ok := label(s); ok && value != "" {
			asked = asked || asks(name)
			answered = answered || asked && (replyTable[name] || name == "a")
		}
	}
	return 0
}

// maxExample bounds how many lines an example has.
const maxExample = 60

// calledExample tells whether one of the lines above line i announces an
// example.
func calledExample(p *page, i int) bool {
	for range 3 {
		if i = p.before(i); i < 0 {
			return false
		}
		if s := p.str(i); len(s) < 120 && exampleWords.in(s) {
			return true
		}
	}
	return false
}

// exampleWords announce an example.
var exampleWords = phrasesOf("example", "beispiel", "exemple", "ejemplo", "exemplo", "esempio", "voorbeeld", "пример", "示例", "例子", "例：", "مثال")
