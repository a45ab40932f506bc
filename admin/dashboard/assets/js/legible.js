// Texts that were not kept. With hashed content a trace holds a keyed hash and
// a length in the place of each text; people are told so much, and no hash.
const hashed = /^hmac-sha256:[0-9a-f]+:(\d+)$/;

// legible returns a value with every hash in it put into words.
export function legible(value) {
  if (typeof value === 'string') return value.replace(hashed, (_, n) => `(${n} characters, not kept)`);
  if (Array.isArray(value)) return value.map(legible);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, key === 'text' && hashed.test(v) && 'chunk_id' in value ? '' : legible(v)]));
}
