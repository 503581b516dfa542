// The facilitator's page: where the class is, who has answered, what was predicted.
import { follow, get, h, numbered, percent, post, prose, t } from './dom.js';
import { explained } from './explain.js';
import { bar, begin, clock, entrance, forget, heading, inPlace, languages, query, refused } from './frame.js';
import { runPanel, watchRun } from './live.js';
import { picture } from './picture.js';
import { gradedBy, offer, runButtons } from './result.js';

let lead;
let pressed = '';
let said = '';
/** Why the page may be behind; empty while it is not. */
let away = '';
const peeked = new Set();
/** Numbers of the people who may be removed. */
const chosen = new Set();
const form = { minutes: '', run: '' };

async function act(path, body) {
  const lost = () => { said = t('trouble-lost'); if (lead) draw(); else bare(); };
  try { await post(path, body, lost); said = ''; } catch (e) { said = e.code === 'bad' ? e.message : t(`trouble-${e.code}`); }
  try { await refresh(); } catch (e) { behind(e); }
}

function go(phase, more = {}) {
  const minutes = Number(form.minutes);
  const body = { phase, focus: lead.view.focus, shown: lead.shown, ...more };
  if (minutes > 0 && phase !== lead.view.phase) body.minutes = minutes;
  return act('/api/lead/move', body);
}

/** A button for what cannot be undone: its first press asks. */
const twice = (id, words, again, attributes, deed, asks = true) => h('button', {
  type: 'button', id, ...attributes, onclick: () => {
    if (asks && pressed !== id) { pressed = id; draw(); return; }
    pressed = '';
    deed();
  },
}, pressed === id ? again : words);

/** The run closes all predictions. */
function closes(view, phase) {
  const run = view.phases.indexOf('run');
  return view.phases.indexOf(phase) >= run && view.phases.indexOf(view.furthest) < run;
}

const jump = (view) => h('ol', { class: 'jump' }, view.phases.map((phase) => h('li', {},
  twice(`go-${phase}`, t(`phase-${phase}`), t('locks-press-again'), { 'aria-current': phase === view.phase ? 'step' : null }, () => go(phase), closes(view, phase)))));

const field = (name, label, attributes) => h('p', {}, h('label', { for: name }, label), h('br'),
  h('input', { id: name, value: form[name], oninput: (e) => { form[name] = e.target.value; }, ...attributes }));

function steer(view) {
  const stage = view.phase === 'transfer' || view.phase === 'score' ? 'TRANSFER' : 'PREDICT';
  return h('section', { class: 'question', 'aria-label': t('steer') },
    h('h2', {}, t('steer'), ' ', clock(view.until)), jump(view),
    field('minutes', t('minutes'), { type: 'number', min: 1, max: 180, inputmode: 'numeric' }),
    h('p', {}, h('label', { for: 'focus' }, t('focus')), h('br'), h('select', { id: 'focus', onchange: (e) => go(view.phase, { focus: e.target.value || null }) },
      h('option', { value: '', selected: !view.focus }, t('focus-all')),
      view.questions.filter((q) => q.stage === stage).map((q) => h('option', { value: q.id, selected: view.focus === q.id }, numbered(view, q))))),
    h('p', {}, h('label', {}, h('input', { id: 'shown', type: 'checkbox', checked: lead.shown, onchange: (e) => go(view.phase, { shown: e.target.checked }) }), t('show-room'))),
    h('p', { class: 'status bad', role: 'alert' }, away || said));
}

const joining = () => h('section', { class: 'question' }, h('h2', {}, t('join-title')), entrance(lead),
  h('p', {}, twice('new-code', t('new-code'), t('new-code-press-again'), {}, () => act('/api/lead/code'))),
  h('p', {}, h('a', { href: `/screen${query()}`, target: '_blank' }, t('open-screen'))));

const replayed = () => field('run', t('run-id'), lead ? { placeholder: `reference/${lead.view.lab}` } : {});

const results = (view) => h('section', { class: 'question' }, h('h2', {}, t('phase-run')),
  gradedBy(view) ?? h('p', { id: 'graded', role: 'status' }, t('graded-by-none')),
  offer(view, (run) => act('/api/lead/replay', { run })),
  runButtons(lead.running, () => form.run, act), replayed());

const called = (person) => person.name || t('nameless', person.person);

const choice = (id, name, checked, people) => h('input', { id, type: 'checkbox', checked, 'aria-label': name, onchange: (e) => {
  people.forEach((p) => (e.target.checked ? chosen.add(p.person) : chosen.delete(p.person)));
  pressed = '';
  draw();
} });

/** Removes the chosen people. */
function removal() {
  const all = lead.people.every((p) => chosen.has(p.person));
  const remove = () => act('/api/lead/remove', { people: [...chosen] }).then(() => document.getElementById('choose-all')?.focus());
  return [h('p', { class: 'row' },
    h('label', {}, choice('choose-all', t('choose-all'), all, lead.people), t('choose-all')),
    twice('remove', t('remove'), t('remove-press-again', chosen.size), { disabled: chosen.size === 0 }, remove)),
  h('p', { class: 'note' }, t('remove-note'))];
}

function people(view) {
  const open = view.questions.filter((q) => q.round);
  const of = open.length;
  const done = (person) => person.answered.filter((id) => open.some((q) => q.id === id)).length;
  return h('section', { class: 'question' }, h('h2', {}, t('people', lead.people.length)),
    of > 0 && h('p', { id: 'progress', class: 'strong' }, t('all-answered', lead.people.filter((p) => done(p) === of).length, lead.people.length)),
    h('div', { class: 'scroll' }, h('table', { class: 'small people' }, h('tbody', {}, lead.people.map((p) => h('tr', {},
      h('td', {}, choice(`person-${p.person}`, t('choose-person', called(p)), chosen.has(p.person), [p])),
      h('td', {}, called(p)), h('td', {}, of ? t('answered-of', done(p), of) : '')))))),
    lead.people.length > 0 && removal(),
    h('p', { class: 'files' }, h('a', { href: '/api/lead/results.csv', download: true }, 'CSV'), ' ',
      h('a', { href: `/summary${query()}`, target: '_blank' }, t('summary'))));
}

/** Of a picture, in pixels. */
function width() {
  const page = document.documentElement.clientWidth;
  return Math.max(280, Math.min(720, page > 900 ? page - 480 : page - 66));
}

const votes = (view) => h('div', {}, view.questions.filter((q) => !view.focus || q.id === view.focus).map((q) => {
  const found = view.found[q.id];
  const rounds = lead.said[q.id];
  return h('section', { class: 'question' },
    h('h2', {}, `${t(`phase-${q.stage.toLowerCase()}`)}: ${numbered(view, q)}`), prose(q.ask),
    h('div', { class: 'scroll' }, picture(q, rounds, found?.measured ?? null, null, width())),
    h('p', { class: 'note' }, t('votes', rounds[0].length, rounds[1].length),
      rounds[0].length > 0 && ` ${t('mean-sure', lead.confidence[q.id].filter((c, i) => rounds[i].length).map(percent).join(' → '))}`),
    !q.quick && h('p', { class: 'note' }, t('full-only')),
    found && h('details', { open: peeked.has(q.id), ontoggle: (e) => (e.target.open ? peeked.add(q.id) : peeked.delete(q.id)) },
      h('summary', {}, t('phase-explain')), explained(view, q)));
}));

/**
 * The parts of the page, and what each is made of. In a full room something changes several times a second: what has not
 * changed stays as it is, or a click that has begun and a list that is open would be lost.
 */
const parts = [
  { of: (view) => [view.languages, view.title], draw: (view) => bar(view, t('facilitator'), languages(view, () => refresh().then(watchRun))) },
  { of: (view) => [view.phase], draw: (view) => heading(view) },
  { of: (view) => [view.phase, view.furthest, view.focus, view.until, view.questions.map((q) => q.id), lead.shown, pressed, said, away], draw: steer },
  { of: () => [lead.join, lead.code, pressed], draw: joining },
  { of: (view) => [view.graded, view.offered, lead.running], draw: results },
  { of: (view) => [lead.people, view.questions.map((q) => q.round), [...chosen], pressed], draw: people },
  { of: (view) => [view.questions, view.focus, view.found, lead.said, lead.confidence], draw: votes },
];

function draw() {
  const { view } = lead;
  document.title = `${t('facilitator')} · ${view.title}`;
  document.body.dataset.phase = view.phase;
  if (!parts[0].there) {
    document.body.className = 'wide';
    parts.forEach((part) => { part.there = h('div', { class: 'part' }); });
    const [nav, header, steering, door, graded, joined, voted] = parts.map((part) => part.there);
    document.body.replaceChildren(nav, header, h('main', { class: 'wide' }, h('div', { class: 'desk' }, h('div', {}, steering, door), h('div', {}, graded, runPanel(), joined, voted))));
  }
  parts.forEach((part) => {
    const next = JSON.stringify([view.language, part.of(view)]);
    if (part.drawn === next) return;
    part.drawn = next;
    inPlace(() => part.there.replaceChildren(part.draw(view)));
  });
}

async function refresh() {
  lead = await get(`/api/lead/view${query()}`);
  away = '';
  [...chosen].filter((number) => !lead.people.some((p) => p.person === number)).forEach((number) => chosen.delete(number));
  draw();
}

let denied = false;
let barely = '';

/** What is shown while the class's page is missing: why, and what may help, which is another result. */
function bare() {
  if (barely === away + said) return; // or what is being typed would be lost
  barely = away + said;
  refused(away, !denied && h('section', { class: 'question' }, replayed(), runButtons(false, () => form.run, act), h('p', { class: 'status bad', role: 'status' }, said)));
}

/** The page did not come; it may come later. */
function behind(e) {
  denied = !lead && (denied || e.status === 401);
  away = t(denied ? 'trouble-not_you' : `trouble-${e.code ?? 'lost'}`);
  if (lead) draw(); else bare();
}

async function start() {
  const { secret } = await begin();
  if (secret) {
    await post('/api/lead/enter', { token: secret });
    forget();
  }
  await follow(refresh, watchRun, behind);
}

start().catch((e) => refused(t(`trouble-${e.code}`)));
