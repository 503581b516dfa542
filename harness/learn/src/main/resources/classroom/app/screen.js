// What the projector shows: large, and nothing that the room may not see yet.
import { follow, get, h, numbered, prose, t } from './dom.js';
import { explained, incidentPicture, repairs } from './explain.js';
import { begin, clock, entrance, heading, monday, query, refused } from './frame.js';
import { runPanel, watchRun } from './live.js';
import { picture } from './picture.js';
import { gradedBy } from './result.js';

let drawn = '';
const size = () => Math.min(1300, document.documentElement.clientWidth - 120);

function counted(lead) {
  const open = lead.view.questions.filter((q) => q.round);
  const done = lead.people.filter((p) => open.every((q) => p.answered.includes(q.id))).length;
  return h('p', { class: 'big', role: 'status' }, t('all-answered', done, lead.people.length));
}

const chosen = (lead, stage) => lead.view.questions.filter((q) => q.stage === stage && (!lead.view.focus || q.id === lead.view.focus));
const revealed = (lead, stage) => chosen(lead, stage).filter((q) => lead.view.found[q.id]);

const votes = (lead, q, found) => h('div', { class: 'scroll' }, picture(q, lead.said[q.id], found, null, size()));

const question = (lead, q, content) => h('section', { class: 'question' }, h('h2', {}, numbered(lead.view, q)), prose(q.ask), content);

const shown = (lead, stage) => chosen(lead, stage).map((q) => question(lead, q, lead.shown && votes(lead, q, null)));

const asks = (lead, stage) => [counted(lead), lead.view.focus || lead.shown ? shown(lead, stage) : h('p', { class: 'lead' }, t('on-your-screen'))];

const answers = (lead, stage) => revealed(lead, stage).map((q) => question(lead, q, votes(lead, q, lead.view.found[q.id].measured)));

const content = {
  incident: (lead) => [h('section', { class: 'question joinbox' }, entrance(lead, h('p', {}, t('people', lead.people.length)))),
    h('section', { class: 'question' }, incidentPicture(lead.view), prose(lead.view.incident))],
  predict: (lead) => asks(lead, 'PREDICT'),
  discuss: (lead) => [h('p', { class: 'big' }, t('discuss-lead')), shown(lead, 'PREDICT')],
  again: (lead) => asks(lead, 'PREDICT'),
  run: (lead) => [h('p', { class: 'big' }, t(lead.running ? 'run-lead' : 'run-lead-closed')), runPanel()],
  reveal: (lead) => [gradedBy(lead.view)?.[0], answers(lead, 'PREDICT')],
  explain: (lead) => [gradedBy(lead.view)?.[0], revealed(lead, 'PREDICT').map((q) => explained(lead.view, q))],
  repair: (lead) => repairs(lead.view),
  transfer: (lead) => asks(lead, 'TRANSFER'),
  score: (lead) => [gradedBy(lead.view)?.[0], answers(lead, 'TRANSFER'), monday(lead.view)],
};

async function refresh() {
  const lead = await get(`/api/lead/view${query()}`);
  const next = JSON.stringify(lead);
  if (next === drawn) return;
  drawn = next;
  const { view } = lead;
  document.body.className = 'wide projector';
  document.body.dataset.phase = view.phase;
  document.body.replaceChildren(heading(view, clock(view.until)), h('main', { class: 'wide' }, content[view.phase](lead)));
  document.title = view.title;
  await watchRun();
}

await begin();
await follow(refresh, watchRun, (e) => { if (e.status === 401) refused(t('trouble-not_you')); });
