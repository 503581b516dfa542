// The page of somebody who takes part, in a room or alone.
import { asked, follow, get, h, post, prose, speak, t, theme, Trouble } from './dom.js';
import { card, closed } from './ask.js';
import { calibration, explained, incidentPicture, repairs, revealed } from './explain.js';
import { languages, page, query } from './frame.js';
import { runPanel, watchRun } from './live.js';

let drawn = '';
const lost = h('p', { class: 'lost', role: 'alert', hidden: true });

const listed = (view, stage) => view.questions.filter((q) => q.stage === stage && (!view.focus || view.focus === q.id));

function questions(view, stage) {
  const all = view.questions.filter((q) => q.stage === stage);
  return listed(view, stage).map((q) => {
    const at = all.indexOf(q) + 1;
    return q.round ? card(q, at, all.length, view.mine[q.id] ?? [], refresh) : closed(q, at, all.length, view.mine[q.id] ?? []);
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
  reveal: (view) => [answers(view, 'PREDICT')],
  explain: (view) => {
    const all = view.questions.filter((q) => q.stage === 'PREDICT');
    return [all.filter((q) => view.found[q.id]).map((q, i) => explained(q, i + 1, all.length, view.found[q.id])),
      h('section', { class: 'question' }, h('h2', {}, t('monday')), prose(view.monday ?? ''))];
  },
  repair: (view) => repairs(view),
  transfer: (view) => [h('p', { class: 'lead' }, t('transfer-lead')), questions(view, 'TRANSFER')],
  score: (view) => {
    const all = view.questions.filter((q) => q.stage === 'TRANSFER');
    return [view.score ? calibration(view.score) : h('p', {}, t('no-score')), answers(view, 'TRANSFER'),
      all.filter((q) => view.found[q.id]).map((q, i) => explained(q, i + 1, all.length, view.found[q.id]))];
  },
};

function runButtons(view) {
  const trouble = h('p', { class: 'status bad', role: 'status' });
  const ask = (path, body) => post(path, body, () => { trouble.textContent = t('trouble-lost'); }).then(refresh).catch((e) => { trouble.textContent = e.message; });
  return h('section', { class: 'question' },
    h('p', { class: 'row' },
      h('button', { type: 'button', class: 'main', id: 'replay', disabled: view.running, onclick: () => ask('/api/lead/replay', { run: '' }) }, t('replay')),
      h('button', { type: 'button', id: 'live', disabled: view.running, onclick: () => ask('/api/lead/run') }, t('run-now'))),
    h('p', { class: 'note' }, t('run-note')), view.graded && h('p', { class: 'strong', role: 'status', id: 'graded' }, t('graded-by', view.graded)), trouble);
}

const leftWords = (view) => (missing(view) ? t('left', missing(view)) : '');

function steps(view) {
  if (view.room) return null;
  const at = view.phases.indexOf(view.phase);
  const trouble = h('span', { class: 'status bad', role: 'status' });
  const go = (phase) => post('/api/lead/move', { phase, shown: false }, () => { trouble.textContent = t('trouble-lost'); }).then(() => scrollTo(0, 0))
    .catch((e) => { trouble.textContent = t(`trouble-${e.code}`); });
  return h('p', { class: 'row steps' },
    at > 0 && h('button', { type: 'button', onclick: () => go(view.phases[at - 1]) }, `← ${t(`phase-${view.phases[at - 1]}`)}`),
    at < view.phases.length - 1 && h('button', { type: 'button', class: 'main', id: 'next', onclick: () => go(view.phases[at + 1]) }, `${t(`phase-${view.phases[at + 1]}`)} →`),
    h('small', { id: 'left' }, leftWords(view)), trouble);
}

/** What the page is made of: while it is the same, nothing that somebody types is drawn anew. */
const shape = (view) => JSON.stringify([view.language, view.phase, view.focus, view.until, view.running, view.found, view.graded, view.questions.map((q) => q.round)]);

function draw(view) {
  lost.hidden = true;
  const next = shape(view);
  if (next === drawn) {
    // Only how many are left can have changed; the buttons stay, and the focus on them.
    const old = document.getElementById('left');
    if (old) old.textContent = leftWords(view);
    return;
  }
  const moved = drawn && JSON.parse(drawn)[1] !== view.phase;
  drawn = next;
  const name = view.name ? h('span', { class: 'name' }, view.name) : null;
  document.body.replaceChildren(...page(view, t(`phase-${view.phase}`), [lost, content[view.phase](view), steps(view)].flat(Infinity).filter(Boolean),
    name, languages(view, () => { drawn = ''; refresh(); })));
  document.title = `${t(`phase-${view.phase}`)} · ${view.title}`;
  document.body.dataset.phase = view.phase;
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
  const form = h('form', { class: 'question door', novalidate: true, onsubmit: async (e) => {
    e.preventDefault();
    try {
      await post('/api/join', { code: typed.value, name: name.value }, () => { status.textContent = t('trouble-lost'); });
      history.replaceState(null, '', location.pathname + location.search);
      enter();
    } catch (x) { status.textContent = t(`trouble-${x.code}`); }
  } }, h('p', {}, h('label', { for: 'code' }, t('code')), typed), h('p', {}, h('label', { for: 'name' }, t('name')), name),
  h('p', { class: 'note' }, t('name-note')), h('p', { class: 'row' }, h('button', { class: 'main' }, t('join')), status));
  document.body.replaceChildren(h('nav', { 'aria-label': 'faultlab' }, h('strong', {}, 'faultlab')), h('header', {}, h('h1', {}, t('join-title'))), h('main', {}, form));
  document.title = t('join-title');
  (code ? name : typed).focus();
}

const enter = () => follow(refresh, watchRun, trouble);

async function start() {
  theme();
  const shown = decodeURIComponent(location.hash.slice(1));
  const outside = await get('/api/door');
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

addEventListener('resize', () => { if (drawn && !document.querySelector('form')) { drawn = ''; refresh(); } });
start().catch((e) => document.body.replaceChildren(h('main', {}, h('p', { class: 'lost', role: 'alert' }, e.message))));
