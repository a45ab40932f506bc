// Package dashboard is the web page that shows how the exchanges came out:
// over time and by app, failure by failure, and one exchange with every claim
// beside its source.
//
// The pages are plain HTML, style sheets and ES modules in the folder assets,
// embedded in the binary as they stand: nothing is built, nothing is loaded
// from elsewhere. They hold no data. What they show they ask the admin API for,
// with a token where it wants one, and whatever comes from there is put on the
// page as text, never as markup.
//
// The package serves files; it guards nothing. Who may reach them is decided
// by the listener in front of it, and who may read traces by the API.
package dashboard
