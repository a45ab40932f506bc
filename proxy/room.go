package proxy

import "sync"

// room is for a text that is put together and then copied to where it stays.
// Rooms are used again: nothing may hold on to what was written in one.
type room struct{ text []byte }

var rooms = sync.Pool{New: func() any { return new(room) }}

// mostRoom is how large a room may be that is kept.
const mostRoom = 256 << 10

// newRoom returns an empty room.
func newRoom() *room { return rooms.Get().(*room) }

func (r *room) free() {
	if cap(r.text) <= mostRoom {
		r.text = r.text[:0]
		rooms.Put(r)
	}
}
