package layout

import "strings"

// nameHead reads heads that are but a name: `## report.pdf`, `[report.pdf]`,
// `=== opening hours ===`.
func nameHead(h head, markup, body string) (head, bool) {
	if markup == "" && body[0] != '[' {
		return h, false
	}
	inner := strings.TrimPrefix(strings.Trim(body, "#*=-_~[] \t"), "From ")
	if inner == "" || len(inner) > 120 {
		return h, false
	}
	if low := strings.ToLower(withoutBegin(inner)); isPart(low) || partNames[low] || asks(low) {
		return h, false
	}
	if name, address, ok := strings.Cut(body, "]("); ok && markup != "" && markup[0] == '#' && body[0] == '[' && isURL(strings.TrimSuffix(address, ")")) {
		h.extra, h.named, h.sig = name[1:]+"\n"+strings.TrimSuffix(address, ")"), true, markup+"link"
		return h.restAt(""), true
	}
	framed := len(markup) >= 2 && (markup[0] == '=' || markup[0] == '-') && strings.HasSuffix(body, markup[:2])
	boxed := body[0] == '[' && body[len(body)-1] == ']'
	extra := inner
	if name, page := fileAndPage(inner); page != "" && boxed {
		extra, inner = name+"\n"+page, name
	}
	named := isFile(inner) && (boxed || len(markup) > 2 && strings.HasSuffix(body, markup[:2]) || markup != "" && markup[0] == '#')
	if !named && (!framed || isFramedPart(markup+body)) || strings.ContainsAny(inner, "[]:") || isEndMark(body) {
		return h, false
	}
	if name, after := takeLabel(withoutBegin(inner)); name != "" {
		if _, ok := cutID(&head{}, after, false); ok || isEndMark(body) {
			return h, false
		}
	}
	h.extra, h.named, h.sig = extra, true, markup+"name"
	return h.restAt(""), true
}
