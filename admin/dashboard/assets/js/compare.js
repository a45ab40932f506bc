// What a text has that another has not: the longest common subsequence of
// their words, as the HTML report marks it.

// A comparison's table has the product of both lengths.
const most = 400;

const tokens = (text) => text.match(/[\p{L}\p{N}\p{M}]+|\s+|./gsu) ?? [];

// compare takes a text apart into parts {text, differs}. Texts that are too
// long to compare are told as they are.
export function compare(text, other) {
  const a = tokens(text);
  const b = tokens(other);
  if (a.length > most || b.length > most) return [{ text, differs: false }];
  const longest = table(a, b);
  const parts = [];
  for (let i = 0, j = 0; i < a.length;) {
    if (j < b.length && a[i] === b[j]) {
      join(parts, a[i], false);
      i++;
      j++;
    } else if (j < b.length && longest[i][j + 1] >= longest[i + 1][j]) {
      j++;
    } else {
      join(parts, a[i], true);
      i++;
    }
  }
  return parts;
}

function table(a, b) {
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  return longest;
}

function join(parts, text, differs) {
  const last = parts.at(-1);
  if (last?.differs === differs) last.text += text;
  else parts.push({ text, differs });
}
