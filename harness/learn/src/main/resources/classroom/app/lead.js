// The facilitator's page: where the class is, who has answered, what was predicted.
import { asked, follow, get, h, need, percent, post, prose, speak, t, theme } from './dom.js';
import { explained } from './explain.js';
import { clock, languages, phases, qrCode, query } from './frame.js';
import { runPanel, watchRun } from './live.js';
import { picture } from './picture.js';
import { gradedByWhy, offer } from './result.js';

let lead;
let pressed = '';
let said = '';
/** Why the page may be behind; empty while it is not. */
let away = '';
const peeked = new Set();
/** Numbers of the people who may be removed. */
const chosen = new Set();
const form = { minutes: '', run: '' };

async function go(phase, more = {}) {
  const minutes = Number(form.minutes);
  const now = lead.view;
  const body = { phase, focus: now.focus, shown: lead.shown, ...more };
  if (!('minutes' in more) && minutes > 0 && phase !== now.phase) body.minutes = minutes;
  await act('/api/lead/move', body);
}

async function act(path, body) {
  const lost = () => { said = t('trouble-lost'); if (lead) draw(); else bare(); };
  try { await post(path, body, lost); said = ''; } catch (e) { said = e.code === 'bad' ? e.message : t(`trouble-${e.code}`); }
  try { await refresh(); } catch (e) { behind(e); }
}

/** What cannot be taken back is asked for twice. */
const final = (view, phase) => view.phases.indexOf(phase) >= view.phases.indexOf('run') && view.phases.indexOf(view.furthest) < view.phases.indexOf('run');

function jump(view) {
  return h('ol', { class: 'jump' }, view.phases.map((phase) => h('li', {}, h('button', {
    type: 'button', id: `go-${phase}`, 'aria-current': phase === view.phase ? 'step' : null,
    onclick: () => {
      if (final(view, phase) && pressed !== phase) { pressed = phase; draw(); document.getElementById(`go-${phase}`).focus(); return; }
      pressed = '';
      go(phase);
    },
  }, pressed === phase ? t('locks-press-again') : t(`phase-${phase}`)))));
}

const field = (name, label, attributes) => h('p', {}, h('label', { for: name }, label), h('br'),
  h('input', { id: name, value: form[name], oninput: (e) => { form[name] = e.target.value; }, ...attributes }));

function steer(view) {
  const stage = view.phase === 'transfer' || view.phase === 'score' ? 'TRANSFER' : 'PREDICT';
  const all = view.questions.filter((q) => q.stage === stage);
  return h('section', { class: 'question', 'aria-label': t('steer') },
    h('h2', {}, t('steer'), ' ', clock(view.until)), jump(view),
    field('minutes', t('minutes'), { type: 'number', min: 1, max: 180, inputmode: 'numeric' }),
    h('p', {}, h('label', { for: 'focus' }, t('focus')), h('br'), h('select', { id: 'focus', onchange: (e) => go(view.phase, { focus: e.target.value || null }) },
      h('option', { value: '', selected: !view.focus }, t('focus-all')),
      all.map((q, i) => h('option', { value: q.id, selected: view.focus === q.id }, t('question-of', i + 1, all.length))))),
    h('p', {}, h('label', {}, h('input', { id: 'shown', type: 'checkbox', checked: lead.shown, onchange: (e) => go(view.phase, { shown: e.target.checked }) }), t('show-room'))),
    h('p', { class: 'status bad', role: 'alert' }, away || said));
}

/** A button for what cannot be taken back: its first press asks. */
const twice = (id, words, again, attributes, deed) => h('button', {
  type: 'button', id, ...attributes, onclick: () => {
    if (pressed !== id) { pressed = id; draw(); return; }
    pressed = '';
    deed();
  },
}, pressed === id ? again : words);

function entrance() {
  return h('section', { class: 'question' }, h('h2', {}, t('join-title')),
    h('img', { class: 'qr', src: qrCode(lead), alt: t('qr-alt') }),
    h('p', {}, h('code', {}, lead.join)), h('p', { class: 'joincode' }, lead.code),
    h('p', {}, twice('new-code', t('new-code'), t('new-code-press-again'), {}, () => act('/api/lead/code', {}))),
    h('p', {}, h('a', { href: `/screen${query()}`, target: '_blank' }, t('open-screen'))));
}

const replay = () => h('button', { type: 'button', id: 'replay', onclick: () => act('/api/lead/replay', { run: form.run }) }, t('replay'));

function results(view) {
  return [h('section', { class: 'question' }, h('h2', {}, t('phase-run')),
    gradedByWhy(view) ?? h('p', { id: 'graded', role: 'status' }, t('graded-by-none')),
    offer(view, (run) => act('/api/lead/replay', { run })),
    h('p', { class: 'row' },
      h('button', { type: 'button', id: 'live', disabled: lead.running, onclick: () => act('/api/lead/run', {}) }, t('run-now')),
      lead.running && h('button', { type: 'button', id: 'stop', onclick: () => act('/api/lead/stop', {}) }, t('run-stop')),
      replay()),
    field('run', t('run-id'), { placeholder: `reference/${view.lab}` }))];
}

const called = (person) => person.name || t('nameless', person.person);

const choice = (id, name, checked, change) => h('input', { id, type: 'checkbox', checked, 'aria-label': name, onchange: (e) => change(e.target.checked) });

function choose(people, on) {
  people.forEach((p) => (on ? chosen.add(p.person) : chosen.delete(p.person)));
  pressed = '';
  draw();
}

/** Takes out of the class who is chosen. */
function removal() {
  const all = lead.people.every((p) => chosen.has(p.person));
  const go = () => act('/api/lead/remove', { people: [...chosen] }).then(() => document.getElementById('choose-all')?.focus());
  return [h('p', { class: 'row' },
    h('label', {}, h('input', { id: 'choose-all', type: 'checkbox', checked: all, onchange: (e) => choose(lead.people, e.target.checked) }), t('choose-all')),
    twice('remove', t('remove'), t('remove-press-again', chosen.size), { disabled: chosen.size === 0 }, go)),
  h('p', { class: 'note' }, t('remove-note'))];
}

function people() {
  const view = lead.view;
  const open = view.questions.filter((q) => q.round);
  const of = open.length;
  const done = (person) => person.answered.filter((id) => open.some((q) => q.id === id)).length;
  return h('section', { class: 'question' }, h('h2', {}, t('people', lead.people.length)),
    of > 0 && h('p', { id: 'progress', class: 'strong' }, t('all-answered', lead.people.filter((p) => done(p) === of).length, lead.people.length)),
    h('div', { class: 'scroll' }, h('table', { class: 'small people' }, h('tbody', {}, lead.people.map((p) => h('tr', {},
      h('td', {}, choice(`person-${p.person}`, t('choose-person', called(p)), chosen.has(p.person), (on) => choose([p], on))),
      h('td', {}, called(p)), h('td', {}, of ? t('answered-of', done(p), of) : '')))))),
    lead.people.length > 0 && removal(),
    h('p', { class: 'files' }, h('a', { href: '/api/lead/results.csv', download: true }, 'CSV'), ' ', h('a', { href: '/api/lead/results.json', download: true }, 'JSON')));
}

/** Of a picture, in pixels. */
function width() {
  const page = document.documentElement.clientWidth;
  return Math.max(280, Math.min(720, page > 900 ? page - 480 : page - 66));
}

function votes(view) {
  return view.questions.filter((q) => !view.focus || q.id === view.focus).map((q) => {
    const all = view.questions.filter((o) => o.stage === q.stage);
    const found = view.found[q.id];
    const rounds = lead.said[q.id];
    const title = `${t(q.stage === 'TRANSFER' ? 'phase-transfer' : 'phase-predict')}: ${t('question-of', all.indexOf(q) + 1, all.length)}`;
    return h('section', { class: 'question' }, h('h2', {}, title), prose(q.ask),
      h('div', { class: 'scroll' }, picture(q, rounds, found?.measured ?? null, null, width())),
      h('p', { class: 'note' }, t('votes', rounds[0].length, rounds[1].length),
        rounds[0].length > 0 && ` ${t('mean-sure', lead.confidence[q.id].filter((c, i) => rounds[i].length).map(percent).join(' → '))}`),
      !q.quick && h('p', { class: 'note' }, t('full-only')),
      found && h('details', { open: peeked.has(q.id), ontoggle: (e) => (e.target.open ? peeked.add(q.id) : peeked.delete(q.id)) },
        h('summary', {}, t('phase-explain')), explained(q, all.indexOf(q) + 1, all.length, found)));
  });
}

/**
 * The parts of the page, and what each is made of. In a full room something changes several times a second: what has not
 * changed stays as it is, or a click that has begun and a list that is open would be lost.
 */
const parts = [
  { of: (view) => [view.languages, view.language, view.title], draw: (view) => h('nav', { 'aria-label': 'faultlab' }, h('strong', {}, 'faultlab'), h('span', { class: 'lab' }, view.lab), h('span', { class: 'right' }, t('facilitator'), languages(view, () => refresh().then(watchRun)))) },
  { of: (view) => [view.language, view.phase], draw: (view) => h('header', {}, h('p', { class: 'lab' }, view.title), phases(view), h('h1', {}, t(`phase-${view.phase}`))) },
  { of: (view) => [view.language, view.phase, view.furthest, view.focus, view.until, view.questions.map((q) => q.id), lead.shown, pressed, said, away], draw: steer },
  { of: (view) => [view.language, lead.join, lead.code, pressed], draw: entrance },
  { of: (view) => [view.language, view.graded, view.offered, lead.running], draw: results },
  { of: (view) => [view.language, lead.people, view.questions.map((q) => q.round), [...chosen], pressed], draw: people },
  { of: (view) => [view.language, view.questions, view.focus, view.found, lead.said, lead.confidence, width()], draw: votes },
];

function draw() {
  const view = lead.view;
  document.title = `${t('facilitator')} · ${view.title}`;
  document.body.dataset.phase = view.phase;
  if (!parts[0].there) {
    document.body.className = 'wide';
    parts.forEach((part) => { part.there = h('div', { class: 'part' }); });
    const [nav, header, steering, door, graded, joined, voted] = parts.map((part) => part.there);
    document.body.replaceChildren(nav, header, h('main', { class: 'wide' }, h('div', { class: 'desk' }, h('div', {}, steering, door), h('div', {}, graded, runPanel(), joined, voted))));
  }
  parts.forEach((part) => {
    const next = JSON.stringify(part.of(view));
    if (part.drawn === next) return;
    part.drawn = next;
    const held = part.there.contains(document.activeElement) ? document.activeElement.id : '';
    part.there.replaceChildren(...[part.draw(view)].flat());
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
  });
}

async function refresh() {
  lead = await get(`/api/lead/view${query()}`);
  away = '';
  [...chosen].filter((number) => !lead.people.some((p) => p.person === number)).forEach((number) => chosen.delete(number));
  draw();
}

let refused = false;
let barely = '';

/** What there is while the class's page cannot be had: why, and what may help, which is another result. */
function bare() {
  if (barely === away + said) return; // or what is being typed would be lost
  barely = away + said;
  document.body.replaceChildren(h('main', {}, h('p', { class: 'lost', role: 'alert' }, away),
    !refused && h('section', { class: 'question' }, field('run', t('run-id'), {}), h('p', { class: 'row' }, replay()),
      h('p', { class: 'status bad', role: 'status' }, said))));
}

/** The page could not be had; it may be later. */
function behind(e) {
  refused = !lead && (refused || e.status === 401);
  away = t(refused ? 'trouble-not_you' : `trouble-${e.code ?? 'lost'}`);
  if (lead) draw(); else bare();
}

async function start() {
  theme();
  const outside = await need('/api/door');
  await speak(asked() ?? outside.language);
  const token = decodeURIComponent(location.hash.slice(1));
  if (token) {
    await post('/api/lead/enter', { token });
    history.replaceState(null, '', location.pathname + location.search);
  }
  await follow(refresh, watchRun, behind);
}

start().catch((e) => document.body.replaceChildren(h('main', {}, h('p', { class: 'lost', role: 'alert' }, t(`trouble-${e.code}`)))));
