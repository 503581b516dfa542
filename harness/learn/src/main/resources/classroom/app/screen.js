// What the projector shows: large, and nothing that the room may not see yet.
import { asked, follow, get, h, need, prose, speak, t, theme } from './dom.js';
import { explained, incidentPicture, repairs } from './explain.js';
import { clock, phases, qrCode, query } from './frame.js';
import { runPanel, watchRun } from './live.js';
import { picture } from './picture.js';
import { gradedBy } from './result.js';

let drawn = '';
const size = () => Math.min(1300, document.documentElement.clientWidth - 120);

function entrance(lead) {
  return h('section', { class: 'question joinbox' }, h('img', { class: 'qr', src: qrCode(lead), alt: t('qr-alt') }),
    h('div', {}, h('p', {}, t('join-at')), h('p', { class: 'big' }, lead.join), h('p', {}, t('code')), h('p', { class: 'joincode' }, lead.code),
      h('p', {}, t('people', lead.people.length))));
}

function counted(lead) {
  const open = lead.view.questions.filter((q) => q.round);
  const done = lead.people.filter((p) => open.every((q) => p.answered.includes(q.id))).length;
  return h('p', { class: 'big', role: 'status' }, t('all-answered', done, lead.people.length));
}

function question(lead, q, content) {
  const all = lead.view.questions.filter((o) => o.stage === q.stage);
  return h('section', { class: 'question' }, h('h2', {}, t('question-of', all.indexOf(q) + 1, all.length)), prose(q.ask), content);
}

const chosen = (lead, stage) => lead.view.questions.filter((q) => q.stage === stage && (!lead.view.focus || q.id === lead.view.focus));

const votes = (lead, q, found) => h('div', { class: 'scroll' }, picture(q, lead.said[q.id], found, null, size()));

const asks = (lead, stage) => [counted(lead), lead.view.focus || lead.shown
  ? chosen(lead, stage).map((q) => question(lead, q, lead.shown ? votes(lead, q, null) : null))
  : h('p', { class: 'lead' }, t('on-your-screen'))];

const answers = (lead, stage) => chosen(lead, stage).filter((q) => lead.view.found[q.id])
  .map((q) => question(lead, q, votes(lead, q, lead.view.found[q.id].measured)));

const content = {
  incident: (lead) => [entrance(lead), h('section', { class: 'question' }, incidentPicture(lead.view), prose(lead.view.incident))],
  predict: (lead) => asks(lead, 'PREDICT'),
  discuss: (lead) => [h('p', { class: 'big' }, t('discuss-lead')), chosen(lead, 'PREDICT').map((q) => question(lead, q, lead.shown ? votes(lead, q, null) : null))],
  again: (lead) => asks(lead, 'PREDICT'),
  run: (lead) => [h('p', { class: 'big' }, t(lead.running ? 'run-lead' : 'run-lead-closed')), runPanel()],
  reveal: (lead) => [gradedBy(lead.view), answers(lead, 'PREDICT')],
  explain: (lead) => [gradedBy(lead.view), chosen(lead, 'PREDICT').filter((q) => lead.view.found[q.id]).map((q) => explained(q, lead.view.questions.indexOf(q) + 1, lead.view.questions.filter((o) => o.stage === 'PREDICT').length, lead.view.found[q.id]))],
  repair: (lead) => repairs(lead.view),
  transfer: (lead) => asks(lead, 'TRANSFER'),
  score: (lead) => [gradedBy(lead.view), answers(lead, 'TRANSFER'), h('section', { class: 'question' }, h('h2', {}, t('monday')), prose(lead.view.monday ?? ''))],
};

async function refresh() {
  const lead = await get(`/api/lead/view${query()}`);
  const next = JSON.stringify(lead);
  if (next === drawn) return;
  drawn = next;
  const view = lead.view;
  document.body.className = 'wide projector';
  document.body.dataset.phase = view.phase;
  document.body.replaceChildren(
    h('header', {}, h('p', { class: 'lab' }, view.title), phases(view), h('h1', {}, t(`phase-${view.phase}`), clock(view.until))),
    h('main', { class: 'wide' }, ...content[view.phase](lead).flat(Infinity).filter(Boolean)));
  document.title = view.title;
  await watchRun();
}

async function start() {
  theme();
  const outside = await need('/api/door');
  await speak(asked() ?? outside.language);
  await follow(refresh, watchRun, (e) => { if (e.status === 401) document.body.replaceChildren(h('main', {}, h('p', { class: 'lost', role: 'alert' }, t('trouble-not_you')))); });
}

start();
