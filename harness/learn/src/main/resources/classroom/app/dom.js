// Small helpers: elements, requests, words. What people typed becomes text and never markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  Object.entries(attributes).forEach(([name, value]) => {
    if (value === null || value === undefined || value === false) return;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'disabled') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  });
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** A text of the lesson: HTML that the server made from the repository's own files. */
export function prose(html, attributes = {}) {
  const element = h('div', { class: 'prose', ...attributes });
  element.innerHTML = html;
  return element;
}

export class Trouble extends Error {
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

async function checked(response) {
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw new Trouble(said.code ?? 'lost', said.message ?? `status ${response.status}`, response.status);
}

const lost = () => { throw new Trouble('lost', 'the server does not answer', 0); };

export const get = (path) => fetch(path).catch(lost).then(checked).then((r) => r.json());

const RETRY_MS = 1000;
const newest = {};

/**
 * Sends something until somebody has it, or something else is sent in its place. A browser gives up requests whenever the
 * machine's networks change, as they do when a lab starts.
 */
export async function post(path, body = {}, onLost = () => {}) {
  const place = `${path} ${body.question ?? ''}`;
  newest[place] = (newest[place] ?? 0) + 1;
  const own = newest[place];
  for (;;) {
    let response;
    try {
      response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    } catch {
      onLost();
      await new Promise((again) => { setTimeout(again, RETRY_MS); });
      if (newest[place] !== own) return new Promise(() => {}); // what was sent in its place speaks for it
      continue;
    }
    return checked(response);
  }
}

/** Whether the same request may succeed later: nobody answered, there were too many at once, or the server stumbled. */
const passing = (e) => e instanceof Trouble && (e.status === 0 || e.status === 429 || e.status >= 500);

/** Asks for what a page cannot begin without, until it is there or refused. */
export async function need(path) {
  for (;;) {
    try { return await get(path); } catch (e) {
      if (!passing(e)) throw e;
      await new Promise((again) => { setTimeout(again, RETRY_MS); });
    }
  }
}

/** A call that goes on one at a time, and once more if it was wanted meanwhile. What fails in passing is asked again. */
function oneAtATime(callback, onLost) {
  let busy = false;
  let again = false;
  return async function look() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      do {
        again = false;
        try { await callback(); } catch (e) {
          if (passing(e)) setTimeout(look, RETRY_MS);
          onLost(e);
        }
      } while (again);
    } finally { busy = false; }
  };
}

/** Calls back at once, and whenever the server says that something has changed: in what the page shows, or in the run that goes on. */
export function follow(callback, onRun, onLost) {
  const look = oneAtATime(callback, onLost);
  const watch = oneAtATime(onRun, onLost);
  const source = new EventSource('/api/events');
  source.addEventListener('change', (e) => (e.data === 'run' ? watch() : look()));
  source.addEventListener('error', () => {
    onLost(new Trouble('lost', '', 0));
    // A browser gives up for good on some errors; the server may only have been started again.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => { source.close(); follow(callback, onRun, onLost); }, 2000);
  });
  return look();
}

/** A line of the lesson in which code stands between backticks. */
export const line = (text) => text.split('`').map((part, i) => (i % 2 ? h('code', {}, part) : part));

/** The same where only text can stand. */
export const plain = (text) => text.replaceAll('`', '').replace(/\.$/, '');

let words = {};
let language = 'en';

export async function speak(wanted) {
  const known = ['en', 'ja'];
  language = known.includes(wanted) ? wanted : 'en';
  words = await need(`/app/ui.${language}.json`);
  document.documentElement.lang = language;
}

/** A text of the page, with {0}, {1} filled in. */
export const t = (id, ...values) => (words[id] ?? id).replace(/\{(\d)\}/g, (_, i) => values[i] ?? '');

export function number(value) {
  const options = Number.isInteger(value) ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return new Intl.NumberFormat(language, options).format(value);
}

/** The number of a question among those of its stage. */
export function numbered(view, question) {
  const all = view.questions.filter((q) => q.stage === question.stage);
  return t('question-of', all.findIndex((q) => q.id === question.id) + 1, all.length);
}

const singular = (unit) => unit.replace(/ies$/, 'y').replace(/(?<=\w\w)s$/, '');
export const united = (value, unit) => (unit === '1' || !unit ? number(value) : `${number(value)} ${number(value) === '1' ? singular(unit) : unit}`);
export const percent = (value) => `${Math.round(value * 100)} %`;

/** Language that the address asks for, else the one that was chosen here, else none. */
export const asked = () => new URLSearchParams(location.search).get('lang') ?? sessionStorage.getItem('lang');
