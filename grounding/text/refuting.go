package text

// Words by which one clause says of another that it is not so, in all
// languages at once: "it is wrong that …".

var subordinators = set("that dass daß que qu' che dat что будто że أن بأن ان")

// refuting words say that a clause is not so.
var refuting = set(`wrong false untrue incorrect myth fiction denies denied deny disputes disputed refuted refutes unlikely doubtful
	falsch unwahr unrichtig bestreitet bestritt bestritten leugnet widerlegt unwahrscheinlich zweifelhaft
	faux inexact inexacte nie nient démenti dément contesté douteux falso falsa incierto niega niegan negó desmiente desmintió dudoso
	nega negano negò smentisce smentito errato negam negou desmente desmentiu errado duvidoso
	onjuist onwaar ontkent ontkende betwist onwaarschijnlijk неверно неправда ложно отрицает отрицал отрицали опроверг опровергла сомнительно
	zaprzecza zaprzeczył zaprzeczyła zaprzeczyli zaprzeczono nieprawda nieprawdą
	ينفي نفى نفت ينكر أنكر`)

// doubts are the nouns that, denied, assert: "there is no doubt that".
var doubts = set("doubt question zweifel doute duda dubbio dúvida twijfel сомнений сомнения شك")

// IsSubordinator reports whether a folded word opens a clause that another one
// speaks of: "that", "dass", "что".
func IsSubordinator(word string) bool { return subordinators[word] }

// IsRefuting reports whether a folded word says that something is not so:
// "wrong", "bestreitet", "ложно".
func IsRefuting(word string) bool { return refuting[word] }

// IsDoubt reports whether a folded word is a noun for doubt. Denied, it asserts:
// "there is no doubt that".
func IsDoubt(word string) bool { return doubts[word] }
