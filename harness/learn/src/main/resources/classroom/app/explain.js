// What was measured and why, question by question; the same on every page.
import { h, line, number, numbered, percent, prose, t, united } from './dom.js';
import { inWords } from './ask.js';
import { picture } from './picture.js';

function interval(v, unit) {
  if (v.n === 0) return `${united(v.value, unit)} (${t('by-rule')})`;
  const ends = v.low === v.high ? '' : ` [${number(v.low)}, ${number(v.high)}]`;
  return `${united(v.value, unit)}${ends}, ${t('n', v.n)}`;
}

function measuredWords(question, m) {
  if (!m.values) return t('cannot-tell', m.reason);
  if (question.options.length) return inWords(question, m);
  return m.values.map((v, i) => `${m.items[i] && `${m.items[i]}: `}${interval(v, question.measure.unit)}`).join('; ');
}

/** What follows from a rule was not measured, and is not called so. */
const called = (m) => t(m.places?.length === 0 ? 'answer-is' : 'measured-was');

const place = (p) => `${p.point}: ${p.what}${p.file ? ` — ${p.file}` : ''}${p.place ? `, ${p.place}` : ''}`;

/** The result that answers, and why it is another one than the chosen run. */
function source(view, question, { own, run }) {
  if (!own) return t('from-run', run);
  return own.values ? t('timed', run, view.graded.run, measuredWords(question, own)) : t('instead', own.reason, run);
}

/** Prediction against what was measured, in one picture and one sentence. */
export function revealed(view, question, ...more) {
  const mine = view.mine?.[question.id] ?? [];
  const last = mine[1] ?? mine[0];
  const found = view.found[question.id];
  const m = found.measured;
  const mark = found.grade ? h('span', { class: `badge ${{ RIGHT: 'as_expected', NEAR: 'inconclusive', WRONG: 'contradicted' }[found.grade.mark]}` },
    t(`mark-${found.grade.mark.toLowerCase()}`)) : null;
  return h('section', { class: 'question', id: `r-${question.id}` },
    h('h2', {}, numbered(view, question), ' ', mark),
    prose(question.ask),
    h('div', { class: 'scroll' }, picture(question, view.everybody[question.id], m, mine)),
    view.mine && h('p', {}, !last ? t('you-said-nothing')
      : question.kind === 'order' ? t('you-were', percent(last.confidence)) : t('you-said', inWords(question, last.given), percent(last.confidence))),
    // What is put in order stands in the table, in full.
    question.kind !== 'order' && h('p', { class: 'strong' }, `${called(m)} ${measuredWords(question, m)}`),
    found.grade && h('p', { class: 'note' }, t('loss', number(found.grade.loss))),
    (!m.values || m.places.length > 0 || found.own) && h('p', { class: 'note' }, source(view, question, found)),
    (m.places ?? []).length > 0 && h('details', {}, h('summary', {}, t('where')),
      h('ul', { class: 'files' }, m.places.map((p) => h('li', {}, h('code', {}, place(p)),
        found.files.includes(p.file) && [' ', h('a', { href: `/api/evidence?question=${question.id}&file=${encodeURIComponent(p.file)}`, download: true }, t('fetch-file'))])))),
    more);
}

/** Every number of the text with its interval and n, and the run that it was read in. */
const figures = (found) => h('details', {}, h('summary', {}, t('figures', found.figuresFrom)),
  h('ul', { class: 'files' }, found.figures.map((f) => h('li', {}, `${f.text}: ${interval(f.interval, f.unit)}`))));

/** What the answer means: the mechanism, each option, and where to read on. */
function meaning(question, found) {
  const why = Object.entries(found.why);
  const text = (id) => question.options.find((o) => o.id === id)?.text ?? id;
  return [found.surprise && h('p', { class: 'lost' }, t('surprise')),
    prose(found.explain),
    found.figures.length > 0 && figures(found),
    why.length > 0 && h('details', {}, h('summary', {}, t('each-option')),
      h('dl', {}, why.map(([id, html]) => [h('dt', {}, line(text(id))), h('dd', {}, prose(html))]))),
    found.links.length > 0 && h('p', { class: 'files' }, found.links.map((link) => [h('a', { href: `/api/source?question=${question.id}&link=${encodeURIComponent(link)}`, target: '_blank' }, link), ' ']))];
}

export const explained = (view, question) => h('section', { class: 'question', id: `e-${question.id}` },
  h('h2', {}, numbered(view, question)), prose(question.ask),
  h('p', { class: 'strong' }, `${called(view.found[question.id].measured)} ${measuredWords(question, view.found[question.id].measured)}`),
  meaning(question, view.found[question.id]));

/** A class at its end: each question, what was answered, what was measured, and what it meant. */
export const summary = (view) => view.questions.filter((q) => view.found[q.id]).map((q, i, all) => [
  q.stage !== all[i - 1]?.stage && h('h2', {}, t(`phase-${q.stage.toLowerCase()}`)),
  revealed(view, q, view.room && h('p', { class: 'note' }, t('votes', ...view.everybody[q.id].map((round) => round.length))),
    h('h3', {}, t('meant')), meaning(q, view.found[q.id]))]);

/** What the answers of the whole class cost. */
export const roomCost = ({ score }) => score && h('section', { class: 'question' },
  h('p', { class: 'strong' }, t('score-room', score.questions, number(score.loss))), h('p', { class: 'note' }, t('score-hint')));

/** How well somebody knows what he knows. */
export function calibration(score) {
  const words = score.confidence - score.right > 0.1 ? 'over' : score.right - score.confidence > 0.1 ? 'under' : 'even';
  return h('section', { class: 'question score' },
    h('h2', {}, t('calibration')),
    h('table', { class: 'pairs' }, h('tbody', {}, [['questions', score.questions], ['right', percent(score.right)],
      ['confidence', percent(score.confidence)], ['loss', number(score.loss)]]
      .map(([id, shown]) => h('tr', {}, h('th', { scope: 'row' }, t(`score-${id}`)), h('td', {}, shown))))),
    h('p', { class: 'strong' }, t(`score-${words}`)),
    h('p', { class: 'note' }, t('score-hint')));
}

/** What there is to be mended, and the commands for it. */
export function repairs(view) {
  return [prose(view.repair ?? '', { class: 'prose question' }),
    ...view.repairs.map((repair) => h('section', { class: 'question' }, h('h2', {}, line(repair.title)), prose(repair.story),
      h('pre', {}, `./faultlab repair start ${view.lab} ${repair.id}\n./faultlab repair check`)))];
}

/** What was published of the incident, as a drawing. */
export const incidentPicture = (view) => view.picture && h('img', { class: 'drawing', src: '/api/incident.svg', alt: view.picture });
