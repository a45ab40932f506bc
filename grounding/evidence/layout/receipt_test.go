package layout

import (
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// An assistant that had sent a mail, set a timer or switched a light was refused each time it said so.
func TestIsReceipt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, arguments, text string
		want                  bool
	}{
		{"send_email", `{"to":"rosa@example.com","body":"20 minutes late"}`, `{"status": "sent", "id": "msg_88213"}`, true},
		{"set_light", `{"room":"kitchen","brightness":30}`, "ok", true},
		{"createEvent", `{"title":"Dentist"}`, "Event created successfully.", true},
		{"calendar.add_to_list", `{"items":["flour"]}`, `{"ok": true, "item": "flour"}`, true},
		{"play_music", `{"what":"quiet piano"}`, `{"state": "playing", "title": "Quiet piano"}`, true},
		// What tells more than the call did is evidence.
		{"add_to_list", `{"items":["flour"]}`, `{"ok": true, "count": 9}`, false},
		{"set_dose", `{"dose":"50 mg"}`, `{"status":"updated","dose":"5 mg"}`, false},
		{"book_table", `{"time":"19:00"}`, `{"status":"rejected"}`, false},
		{"send_email", `{}`, "not sent", false},
		{"send_email", `{}`, `{"sent": false}`, false},
		{"create_note", `{"text":"a"}`, `{"status":"created","note":"The limit is four grams."}`, false},
		{"create_note", `{"text":"a"}`, `{"id": {"limit": "four grams"}}`, false},
		{"create_note", `{"text":"a"}`, `{"id": "The limit is four grams."}`, false},
		// A tool that brings something, and one whose name says nothing.
		{"get_status", `{}`, `{"status":"approved"}`, false},
		{"check_order", `{"order":"7"}`, "ok", false},
		{"is_in_stock", `{}`, "true", false},
		{"helper", `{}`, "ok", false},
	} {
		if got := isReceipt(&prompt.Call{Name: c.name, Arguments: c.arguments}, c.text); got != c.want {
			t.Errorf("%s(%s) = %s: %t", c.name, c.arguments, c.text, got)
		}
	}
	if isReceipt(nil, "ok") {
		t.Error("a result whose call is not shown is a receipt")
	}
}
