// The recorded chunks of an exchange, by the name under which they are cited.
import { placed, points } from '../text.js';

export class Evidence {
  constructor(chunks) {
    this.chunks = chunks ?? [];
    this.byId = new Map(this.chunks.map((c) => [c.chunk_id, c]));
    this.points = new Map();
  }

  chunk(id) {
    return this.byId.get(id);
  }

  // text is a chunk's text as code points.
  text(id) {
    if (!this.points.has(id)) this.points.set(id, points(this.byId.get(id)?.text));
    return this.points.get(id);
  }

  // place is the stretch of its chunk that a citation points at, or null.
  place(citation) {
    return placed(citation.start, citation.end, this.text(citation.chunk_id)) ? [citation.start, citation.end] : null;
  }
}

// stands tells whether a citation is verified or was made good by a heal.
export const stands = (c) => c.verified || (c.heal && c.heal.kind !== 'renumber');

// signOf is the marker that stands in the answer for a citation; where none does, it has a number in its list.
export const signOf = (c) => c.marker ?? `source ${c.number}`;
