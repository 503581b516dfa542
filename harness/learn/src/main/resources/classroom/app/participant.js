// The page of a person who takes part, in a room or alone.
import { follow, get, h, post, prose, t, Trouble } from './dom.js';
import { card, closed, unsaved } from './ask.js';
import { calibration, explained, incidentPicture, repairs, revealed, summary } from './explain.js';
import { bar, begin, clock, forget, heading, inPlace, languages, monday, query, refused, setClock } from './frame.js';
import { runPanel, watchRun } from './live.js';
import { gradedBy, offer, runButtons } from './result.js';

let drawn = '';
/** The newest view; null at the door. */
let seen = null;
const lost = h('p', { class: 'lost', role: 'alert', hidden: true });

const questions = (view, stage) => view.questions.filter((q) => q.stage === stage && (!view.focus || view.focus === q.id))
  .map((q) => (q.round ? card(view, q, { changed: showLeft, saved: refresh }) : closed(view, q)));

const found = (view, stage, show) => view.questions.filter((q) => q.stage === stage && view.found[q.id]).map((q) => show(view, q));

const lead = (id) => h('p', { class: 'lead' }, t(id));

const content = {
  incident: (view) => h('section', { class: 'question' }, incidentPicture(view), prose(view.incident)),
  predict: (view) => [lead('predict-lead'), questions(view, 'PREDICT')],
  discuss: (view) => [lead('discuss-lead'), questions(view, 'PREDICT')],
  again: (view) => [lead('again-lead'), questions(view, 'PREDICT')],
  run: (view) => [lead(view.lead ? 'run-lead-own' : view.running ? 'run-lead' : 'run-lead-closed'), !view.room && decide(view), runPanel()],
  reveal: (view) => [gradedBy(view), !view.room && offered(view), found(view, 'PREDICT', revealed)],
  explain: (view) => [gradedBy(view), found(view, 'PREDICT', explained), monday(view)],
  repair: repairs,
  transfer: (view) => [lead('transfer-lead'), questions(view, 'TRANSFER')],
  score: (view) => [gradedBy(view), view.score ? calibration(view.score) : h('p', {}, t('no-score')),
    summary(view), monday(view)],
};

/** What a person alone decides, and a line that says when it fails. */
function deciding() {
  const trouble = h('p', { class: 'status bad', role: 'status' });
  const act = (path, body) => post(path, body, () => { trouble.textContent = t('trouble-lost'); }).then(refresh)
    .catch((e) => { trouble.textContent = e.code === 'bad' ? e.message : t(`trouble-${e.code}`); });
  return { trouble, act };
}

function offered(view) {
  const { trouble, act } = deciding();
  return [offer(view, (run) => act('/api/lead/replay', { run })), trouble];
}

function decide(view) {
  const { trouble, act } = deciding();
  return h('section', { class: 'question' }, runButtons(view.running, () => '', act), h('p', { class: 'note' }, t('run-note')), gradedBy(view),
    offer(view, (run) => act('/api/lead/replay', { run })), trouble);
}

/** What is still to do before the questions are closed. */
function leftWords(view) {
  const left = view.questions.filter((q) => q.round && !view.mine[q.id]?.[q.round - 1]).length;
  const changed = unsaved(view.questions);
  return [left && t('left', left), changed && t('unsaved', changed)].filter(Boolean).join(' · ');
}

function showLeft() {
  const shown = document.getElementById('left');
  const words = leftWords(seen);
  if (shown && shown.textContent !== words) shown.textContent = words;
}

/** What cannot be undone asks for confirmation: the run closes all predictions, the score those of the transfer. */
function closes(view, phase) {
  if (view.phases.indexOf(view.furthest) >= view.phases.indexOf(phase)) return false;
  return phase === 'run' || (phase === 'score' && leftWords(view) !== '');
}

function steps(view) {
  if (view.room) return null;
  const at = view.phases.indexOf(view.phase);
  const { trouble, act } = deciding();
  const go = (phase) => act('/api/lead/move', { phase, shown: false });
  const coming = view.phases[at + 1];
  let pressed = false;
  function next(event) {
    if (pressed || !closes(seen, coming)) { go(coming); return; }
    pressed = true;
    event.currentTarget.textContent = t('locks-press-again');
    showLeft();
  }
  return h('div', { class: 'row steps' },
    at > 0 && h('button', { type: 'button', onclick: () => go(view.phases[at - 1]) }, `← ${t(`phase-${view.phases[at - 1]}`)}`),
    coming && h('button', { type: 'button', class: 'main', id: 'next', 'aria-describedby': 'left', onclick: next }, `${t(`phase-${coming}`)} →`),
    h('small', { id: 'left', role: 'status' }, leftWords(view)), trouble);
}

/** What a phase shows of what can change while it lasts. */
const changing = {
  run: (view) => [view.running, view.graded, view.offered],
  reveal: (view) => [view.found, view.graded, view.offered],
  explain: (view) => [view.found, view.graded],
  score: (view) => [view.found, view.graded],
};

/** What the page is made of: while it is the same, nothing that a person types is drawn again. */
const shape = (view) => JSON.stringify([view.language, view.phase, view.focus, view.questions.map((q) => [q.id, q.round]), changing[view.phase]?.(view)]);

function draw(view) {
  lost.hidden = true;
  seen = view;
  const next = shape(view);
  if (next === drawn) {
    // Only the clock and how many are left can have changed; the buttons stay, and the focus on them.
    setClock(view.until);
    showLeft();
    return;
  }
  const moved = drawn && document.body.dataset.phase !== view.phase;
  drawn = next;
  inPlace(() => document.body.replaceChildren(
    h('a', { class: 'unseen skip', href: '#main' }, t('to-content')),
    bar(view, view.name && h('span', { class: 'name' }, view.name), languages(view, () => { drawn = ''; refresh(); })),
    heading(view, clock(view.until)),
    h('main', { id: 'main' }, lost, content[view.phase](view), steps(view))));
  document.title = `${t(`phase-${view.phase}`)} · ${view.title}`;
  document.body.dataset.phase = view.phase;
  // A screen reader begins to read the new phase. Nothing is typed at that moment.
  if (moved) document.getElementById('title').focus();
}

async function refresh() {
  const before = document.body.dataset.phase;
  draw(await get(`/api/view${query()}`));
  if (document.body.dataset.phase !== before) await watchRun();
}

function behind(e) {
  if (e.status === 401) { location.reload(); return; }
  lost.textContent = t('trouble-lost');
  lost.hidden = false;
}

/** The door: a code and a name. */
function door(code) {
  const name = h('input', { id: 'name', maxlength: 40, autocomplete: 'nickname' });
  const typed = h('input', { id: 'code', maxlength: 12, autocomplete: 'off', autocapitalize: 'characters', required: true, value: code });
  const status = h('p', { class: 'status bad', role: 'status' });
  const join = h('button', { class: 'main' }, t('join'));
  const form = h('form', { class: 'question door', novalidate: true, onsubmit: async (e) => {
    e.preventDefault();
    if (join.disabled) return;
    join.disabled = true;
    status.textContent = '';
    try {
      await get('/api/door').catch(() => {}); // for a cookie: there was none when too many were new
      await post('/api/join', { code: typed.value, name: name.value }, () => { status.textContent = t('trouble-lost'); });
      forget();
      enter();
    } catch (x) {
      status.textContent = t(`trouble-${x.code}`);
      join.disabled = false;
    }
  } }, h('p', {}, h('label', { for: 'code' }, t('code')), typed), h('p', {}, h('label', { for: 'name' }, t('name')), name),
  h('p', { class: 'note' }, t('name-note')), h('p', { class: 'row' }, join, status));
  document.body.replaceChildren(bar(null), h('header', {}, h('h1', {}, t('join-title'))), h('main', {}, form));
  document.title = t('join-title');
  (code ? name : typed).focus();
}

const enter = () => follow(refresh, watchRun, behind);

async function start() {
  const outside = await begin();
  if (!outside.room && outside.secret) {
    await post('/api/lead/enter', { token: outside.secret });
    forget();
    return enter();
  }
  if (outside.joined) return enter();
  if (!outside.room) throw new Trouble('not_you', t('trouble-not_you'), 401);
  return door(outside.secret);
}

start().catch((e) => refused(e.message));
