package layout

// recordTags are the names under which one passage is sent. Some of them are
// also names of containers and of fields; where they stand decides.
var recordTags = set(words("record_tags")...)

// askTags hold what is asked or demanded, never evidence.
var askTags = set(words("ask_tags")...)

// htmlTags are markup inside passages; they neither hold records nor are any.
var htmlTags = set(words("html_tags")...)

// containerTags hold records or bare text, and are no record themselves even
// when they hold text only: that is a section.
var containerTags = set(words("container_tags")...)
