package layout

import (
	"strings"
	"unicode/utf8"
)

// orders are phrases by which a document speaks to the model instead of to
// its reader, lower case.
var orders = words("orders")

// foreignOrders are orders in other scripts.
var foreignOrders = words("foreign_orders")

// stride is how far apart the places are at which a text is looked at. Any order
// that it holds has one of its first groups of four characters at such a place;
// the shortest has that many.
const stride = 5

// order finds an order to the model in a text. All text that comes as evidence
// passes through here, so most of it is told from orders by a glance at every
// fifth character.
func order(text string) string {
	foreign := false
	for i := stride - 1; i+4 <= len(text); i += stride {
		if !inOrders[group(text[i:])] {
			continue
		}
		for k := i - stride + 1; k <= i; k++ {
			if o := orderAt(text, k); o != "" {
				return o
			}
			foreign = foreign || text[k] >= utf8.RuneSelf
		}
	}
	if foreign {
		return foreignOrder(text)
	}
	return ""
}

// foreignOrder is the first of the orders in other scripts that a text holds.
func foreignOrder(text string) string {
	for _, o := range foreignOrders {
		if strings.Contains(text, o) {
			return o
		}
	}
	return ""
}

// orderAt is the order that begins with the word at i, "" for none.
func orderAt(text string, i int) string {
	if !isLetter(text[i]) || i > 0 && isLetter(text[i-1]) {
		return ""
	}
	for _, o := range ordersBy[text[i]&31] {
		if len(text)-i >= len(o) && strings.EqualFold(text[i:i+len(o)], o) {
			return o
		}
	}
	return ""
}

// ordersBy are the orders by the number of their first letter in the alphabet.
var ordersBy = func() (by [32][]string) {
	for _, o := range orders {
		by[o[0]&31] = append(by[o[0]&31], o)
	}
	return by
}()

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// inOrders marks the groups of four characters that orders begin with, by hash.
var inOrders = func() (in [1 << groupBits]bool) {
	for _, o := range append(append([]string(nil), orders...), foreignOrders...) {
		for i := range stride {
			in[group(o[i:])] = true
		}
	}
	return in
}()

const groupBits = 13

// group hashes the first four bytes of a text, the same for capitals and small
// letters: multiplying by 2^32 over the golden ratio spreads what is alike.
func group(s string) uint32 {
	four := uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
	return four & 0x1F1F1F1F * 0x9E3779B1 >> (32 - groupBits)
}
