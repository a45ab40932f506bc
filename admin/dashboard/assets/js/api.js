// Calls of the admin API. Every call carries the token, if there is one, and
// asks for one where the server wants it.
import { askToken, token } from './token.js';

// Trouble is a call that failed, in words for people; code is the API's own
// word for it.
export class Trouble extends Error {
  constructor(message, status = 0, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const get = (path, parameters, signal) => json(target(path, parameters), { signal });

export const post = (path, body) => json(path, {
  method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' },
});

export const remove = (path) => json(path, { method: 'DELETE' });

async function json(path, options) {
  const response = await call(path, options);
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch (cause) {
    if (cause.name === 'AbortError') throw cause;
    throw new Trouble('The server’s answer cannot be read.', response.status);
  }
}

// call sends a request and returns a response that went well. It throws
// AbortError where the page has gone, and Trouble otherwise.
export async function call(path, options = {}) {
  for (;;) {
    const tried = token();
    const headers = { Accept: 'application/json', ...options.headers };
    if (tried) headers.Authorization = `Bearer ${tried}`;
    const response = await send(path, { ...options, headers, cache: 'no-store', redirect: 'error' });
    if (response.ok) return response;
    if (response.status !== 401) throw await trouble(response);
    if (tried === token()) {
      await askToken(tried !== '');
      dispatchEvent(new Event('vouchsafe:key'));
    }
  }
}

async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (cause) {
    if (cause.name === 'AbortError') throw cause;
    throw new Trouble('The gateway cannot be reached.');
  }
}

async function trouble(response) {
  const { status } = response;
  try {
    const { message, code } = (await response.json()).error;
    return new Trouble(message, status, code);
  } catch {
    return new Trouble(`The server answered ${status}.`, status);
  }
}

function target(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '' && value !== null && value !== undefined));
  return query.size ? `${path}?${query}` : path;
}

// download saves what the server answers as a file. A plain link would not
// carry the token.
export async function download(path, parameters, name) {
  const blob = await (await call(target(path, parameters), { headers: { Accept: '*/*' } })).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
