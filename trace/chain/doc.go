// Package chain makes a file of lines whose changes show, and finds them.
//
// Every line ends with its number and the SHA-256 of the line before it:
//
//	{…,"n":12,"prev":"3f…"}
//
// so that whoever changes, removes, adds or moves a line breaks the chain there.
// Because anybody can compute hashes anew, some lines are signed with the key of
// the installation (Ed25519), checkpoints among them:
//
//	{"record":"checkpoint",…,"n":13,"prev":"77…","signature":"…"}
//
// A signature covers the bytes of its line before ,"signature", and through
// prev every line before it. Hashes and signatures are of the bytes of lines, so
// they can be checked with sha256sum and openssl.
//
// A line that had to be deleted gives way to a signed one that holds its number,
// its prev and its hash: the chain still holds, and tells that a line is gone.
//
// The package writes no file but those of keys.
package chain
