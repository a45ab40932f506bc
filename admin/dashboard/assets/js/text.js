// Texts as code points: every offset of the gateway counts those, while a
// string here counts UTF-16 units.
export const points = (text) => Array.from(text ?? '');

export const slice = (all, from, to) => all.slice(from, to).join('');

// placed tells whether a stretch lies within a text.
export const placed = (start, end, all) => Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start && end <= all.length;

// shorten brings a text to one line of so many code points at most.
export function shorten(text, most) {
  const all = points((text ?? '').replace(/\s+/g, ' ').trim());
  return all.length <= most ? all.join('') : `${slice(all, 0, most)}…`;
}

// pretty indents a text that is JSON; any other stays as it came.
export function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const space = /\s/u;
const near = 40;

// wordStart and wordEnd widen a stretch to whole words, if they are near.
export function wordStart(all, at) {
  for (let i = at; i > 0 && i > at - near; i--) if (space.test(all[i - 1])) return i;
  return at <= near ? 0 : at;
}

export function wordEnd(all, at) {
  for (let i = at; i < all.length && i < at + near; i++) if (space.test(all[i])) return i;
  return Math.min(at, all.length);
}
