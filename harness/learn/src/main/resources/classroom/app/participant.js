// The page of somebody who takes part, in a room or alone.
import { asked, follow, get, h, need, post, prose, speak, t, theme, Trouble } from './dom.js';
import { card, closed, unsaved } from './ask.js';
import { calibration, explained, incidentPicture, repairs, revealed } from './explain.js';
import { inPlace, languages, page, query, setClock } from './frame.js';
import { runPanel, watchRun } from './live.js';
import { gradedByWhy, offer } from './result.js';

let drawn = '';
/** The newest view; null at the door. */
let seen = null;
/** Of the page as it was drawn. */
let wide = 0;
const lost = h('p', { class: 'lost', role: 'alert', hidden: true });

const listed = (view, stage) => view.questions.filter((q) => q.stage === stage && (!view.focus || view.focus === q.id));

function questions(view, stage) {
  const all = view.questions.filter((q) => q.stage === stage);
  return listed(view, stage).map((q) => {
    const at = all.indexOf(q) + 1;
    return q.round ? card(q, at, all.length, view.mine[q.id] ?? [], { changed: showLeft, saved: refresh }) : closed(q, at, all.length, view.mine[q.id] ?? []);
  });
}

function answers(view, stage) {
  const all = view.questions.filter((q) => q.stage === stage);
  return all.filter((q) => view.found[q.id]).map((q) =>
    revealed(q, all.indexOf(q) + 1, all.length, view.mine[q.id] ?? [], view.everybody[q.id], view.found[q.id]));
}

const missing = (view) => view.questions.filter((q) => q.round && !(view.mine[q.id] ?? [])[q.round - 1]).length;

const content = {
  incident: (view) => [h('section', { class: 'question' }, incidentPicture(view), prose(view.incident))],
  predict: (view) => [h('p', { class: 'lead' }, t('predict-lead')), questions(view, 'PREDICT')],
  discuss: (view) => [h('p', { class: 'lead' }, t('discuss-lead')), questions(view, 'PREDICT')],
  again: (view) => [h('p', { class: 'lead' }, t('again-lead')), questions(view, 'PREDICT')],
  run: (view) => [h('p', { class: 'lead' }, t(view.lead ? 'run-lead-own' : view.running ? 'run-lead' : 'run-lead-closed')), !view.room && runButtons(view), runPanel()],
  reveal: (view) => [gradedByWhy(view), !view.room && offered(view), answers(view, 'PREDICT')],
  explain: (view) => {
    const all = view.questions.filter((q) => q.stage === 'PREDICT');
    return [gradedByWhy(view), all.filter((q) => view.found[q.id]).map((q, i) => explained(q, i + 1, all.length, view.found[q.id])),
      h('section', { class: 'question' }, h('h2', {}, t('monday')), prose(view.monday ?? ''))];
  },
  repair: (view) => repairs(view),
  transfer: (view) => [h('p', { class: 'lead' }, t('transfer-lead')), questions(view, 'TRANSFER')],
  score: (view) => {
    const all = view.questions.filter((q) => q.stage === 'TRANSFER');
    return [gradedByWhy(view), view.score ? calibration(view.score) : h('p', {}, t('no-score')), answers(view, 'TRANSFER'),
      all.filter((q) => view.found[q.id]).map((q, i) => explained(q, i + 1, all.length, view.found[q.id]))];
  },
};

/** What somebody alone decides; where it fails, it is said there. */
function deciding() {
  const trouble = h('p', { class: 'status bad', role: 'status' });
  const ask = (path, body) => post(path, body, () => { trouble.textContent = t('trouble-lost'); }).then(refresh).catch((e) => { trouble.textContent = e.message; });
  return { trouble, ask };
}

function offered(view) {
  const { trouble, ask } = deciding();
  return [offer(view, (run) => ask('/api/lead/replay', { run })), trouble];
}

function runButtons(view) {
  const { trouble, ask } = deciding();
  return h('section', { class: 'question' },
    h('p', { class: 'row' },
      h('button', { type: 'button', class: 'main', id: 'replay', onclick: () => ask('/api/lead/replay', { run: '' }) }, t('replay')),
      h('button', { type: 'button', id: 'live', disabled: view.running, onclick: () => ask('/api/lead/run') }, t('run-now')),
      view.running && h('button', { type: 'button', id: 'stop', onclick: () => ask('/api/lead/stop') }, t('run-stop'))),
    h('p', { class: 'note' }, t('run-note')), gradedByWhy(view),
    offer(view, (run) => ask('/api/lead/replay', { run })), trouble);
}

/** What is still to do before the questions are closed. */
function leftWords(view) {
  const left = missing(view);
  const changed = unsaved(view.questions);
  return [left && t('left', left), changed && t('unsaved', changed)].filter(Boolean).join(' · ');
}

function showLeft() {
  const shown = document.getElementById('left');
  const words = leftWords(seen);
  if (shown && shown.textContent !== words) shown.textContent = words;
}

/** What cannot be taken back is asked for twice: the run closes all predictions, the score those of the transfer. */
function closes(view, phase) {
  if (view.phases.indexOf(view.furthest) >= view.phases.indexOf(phase)) return false;
  return phase === 'run' || (phase === 'score' && leftWords(view) !== '');
}

function steps(view) {
  if (view.room) return null;
  const at = view.phases.indexOf(view.phase);
  const trouble = h('span', { class: 'status bad', role: 'status' });
  const go = (phase) => post('/api/lead/move', { phase, shown: false }, () => { trouble.textContent = t('trouble-lost'); }).then(() => scrollTo(0, 0))
    .catch((e) => { trouble.textContent = t(`trouble-${e.code}`); });
  const coming = view.phases[at + 1];
  let pressed = false;
  function next(event) {
    if (pressed || !closes(seen, coming)) { go(coming); return; }
    pressed = true;
    event.currentTarget.textContent = t('locks-press-again');
    showLeft();
  }
  return h('p', { class: 'row steps' },
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

/** What the page is made of: while it is the same, nothing that somebody types is drawn anew. */
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
  const moved = drawn && JSON.parse(drawn)[1] !== view.phase;
  drawn = next;
  const name = view.name ? h('span', { class: 'name' }, view.name) : null;
  inPlace(() => document.body.replaceChildren(...page(view, t(`phase-${view.phase}`), [lost, content[view.phase](view), steps(view)].flat(Infinity).filter(Boolean),
    name, languages(view, () => { drawn = ''; refresh(); }))));
  document.title = `${t(`phase-${view.phase}`)} · ${view.title}`;
  document.body.dataset.phase = view.phase;
  wide = document.documentElement.clientWidth;
  // A screen reader begins to read the new phase; nobody who types is interrupted, for then the phase is the same.
  if (moved) document.getElementById('title').focus();
}

async function refresh() {
  const before = document.body.dataset.phase;
  draw(await get(`/api/view${query()}`));
  if (document.body.dataset.phase !== before) await watchRun();
}

function trouble(e) {
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
      await get('/api/door').catch(() => {}); // for a cookie, which there was none of when too many were new
      await post('/api/join', { code: typed.value, name: name.value }, () => { status.textContent = t('trouble-lost'); });
      history.replaceState(null, '', location.pathname + location.search);
      enter();
    } catch (x) {
      status.textContent = t(`trouble-${x.code}`);
      join.disabled = false;
    }
  } }, h('p', {}, h('label', { for: 'code' }, t('code')), typed), h('p', {}, h('label', { for: 'name' }, t('name')), name),
  h('p', { class: 'note' }, t('name-note')), h('p', { class: 'row' }, join, status));
  document.body.replaceChildren(h('nav', { 'aria-label': 'faultlab' }, h('strong', {}, 'faultlab')), h('header', {}, h('h1', {}, t('join-title'))), h('main', {}, form));
  document.title = t('join-title');
  (code ? name : typed).focus();
}

const enter = () => follow(refresh, watchRun, trouble);

async function start() {
  theme();
  const shown = decodeURIComponent(location.hash.slice(1));
  const outside = await need('/api/door');
  await speak(asked() ?? outside.language);
  if (!outside.room && shown) {
    await post('/api/lead/enter', { token: shown });
    history.replaceState(null, '', location.pathname + location.search);
    return enter();
  }
  if (outside.joined) return enter();
  if (!outside.room) throw new Trouble('not_you', t('trouble-not_you'), 401);
  return door(shown);
}

/** Pictures are as wide as the page. A phone's address bar, which comes and goes, changes only the height. */
const SETTLED_MS = 150;
let settling;
addEventListener('resize', () => {
  clearTimeout(settling);
  settling = setTimeout(() => {
    if (!seen || document.documentElement.clientWidth === wide) return;
    drawn = '';
    draw(seen);
  }, SETTLED_MS);
});
start().catch((e) => document.body.replaceChildren(h('main', {}, h('p', { class: 'lost', role: 'alert' }, e.message))));
