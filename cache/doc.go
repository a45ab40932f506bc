// Package cache holds what outlives one exchange but not the process, and what
// several gateways share.
//
//   - Sized and Timed keep values within bounds of count, bytes and age.
//   - RateLimiter bounds what an app uses in a minute.
//   - Redis keeps in a Redis or Valkey server what several gateways need to
//     know: verified answers, the rates that apps have used, the evidence of
//     conversations, the turns that responses go on from. RedisAnswers and
//     RedisRateLimiter build on it.
//
// Nothing depends on the server. Every call is short and bounded. While the
// server is away each gateway works as one without it: after a few failures in
// a row no call is made until a probe in the background finds it again. Calls
// on a nil *Redis find nothing and keep nothing.
//
// What comes back from the server is another gateway's data: callers check it.
// Keys are hashes that callers make, over the app and the credential. The
// package speaks to one server and knows no cluster and no sentinel.
//
// The package does not decide what may be kept or for whom.
package cache
