// Package jsonwriter appends JSON to bytes. It is written by hand because every
// exchange pays for it, several times over: reflection costs as much again. It
// stands below all rooms, and reads nothing.
package jsonwriter
