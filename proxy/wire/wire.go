// Package wire knows the bytes of the OpenAI interfaces for answers, chat
// completions and responses, in both directions, and nothing of what they mean.
//
// A request passes one gate (Check), is read once (Surface.Parse) into what the
// rest of the gateway asks about, and is edited in place (Chat.Edit): it is
// never decoded into structs and encoded again, so unknown members, number
// spellings, key order, escapes and white space reach the upstream as they
// came. A reply is read whole (ReadReply) or put together from a stream
// (EventReader, Gatherer), and a new one is built from an allow-list of
// members (BuildReply, Stream), so that nothing unverified rides along.
// Beside the bodies it holds the tables of paths (Route) and headers that a
// proxy needs to agree with clients and upstreams.
//
// Everything here is pure: no network, clock or log. JSON that comes from
// outside is judged strictly before lenient readers touch it. For what is
// common there are quick readers in front of the careful ones (sound,
// likeness): they take only what those would take, and leave them the rest.
package wire
