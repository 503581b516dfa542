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
  if (m.kind === 'number') return interval(m.interval, question.measure.unit);
  if (m.kind === 'choice' || m.kind === 'order') return inWords(question, m);
  if (m.kind === 'curve') return m.spots.map((p) => `${p.x}: ${interval(p.y, question.measure.unit)}`).join('; ');
  return t('cannot-tell', m.reason);
}

/** What follows from a rule was not measured, and is not called so. */
const called = (m) => t(m.kind !== 'cannot-tell' && m.places.length === 0 ? 'answer-is' : 'measured-was');

const place = (p) => `${p.point}: ${p.what}${p.file ? ` — ${p.file}` : ''}${p.place ? `, ${p.place}` : ''}`;

/** Prediction against what was measured, in one picture and one sentence. */
export function revealed(view, question) {
  const mine = view.mine[question.id] ?? [];
  const last = mine[1] ?? mine[0];
  const found = view.found[question.id];
  const m = found.measured;
  const mark = found.grade ? h('span', { class: `badge ${{ RIGHT: 'as_expected', NEAR: 'inconclusive', WRONG: 'contradicted' }[found.grade.mark]}` },
    t(`mark-${found.grade.mark.toLowerCase()}`)) : null;
  return h('section', { class: 'question', id: `r-${question.id}` },
    h('h2', {}, numbered(view, question), ' ', mark),
    prose(question.ask),
    h('div', { class: 'scroll' }, picture(question, view.everybody[question.id], m, mine)),
    last ? h('p', {}, question.kind === 'order' ? t('you-were', percent(last.confidence)) : t('you-said', inWords(question, last.given), percent(last.confidence)))
      : h('p', {}, t('you-said-nothing')),
    // What is put in order stands in the table, in full.
    question.kind !== 'order' && h('p', { class: 'strong' }, `${called(m)} ${measuredWords(question, m)}`),
    found.grade && h('p', { class: 'note' }, t('loss', number(found.grade.loss))),
    (m.kind === 'cannot-tell' || m.places.length > 0 || found.instead) && h('p', { class: 'note' }, found.instead ? t('instead', found.instead, found.run) : t('from-run', found.run)),
    (m.places ?? []).length > 0 && h('details', {}, h('summary', {}, t('where')),
      h('ul', { class: 'files' }, m.places.map((p) => h('li', {}, h('code', {}, place(p)),
        found.files.includes(p.file) && [' ', h('a', { href: `/api/evidence?question=${question.id}&file=${encodeURIComponent(p.file)}`, download: true }, t('fetch-file'))])))));
}

/** Every number of the text with its interval and n, and the run that it was read in. */
const figures = (found) => h('details', {}, h('summary', {}, t('figures', found.figuresFrom)),
  h('ul', { class: 'files' }, found.figures.map((f) => h('li', {}, `${f.text}: ${interval(f.interval, f.unit)}`))));

export function explained(view, question) {
  const found = view.found[question.id];
  const why = Object.entries(found.why);
  const text = (id) => question.options.find((o) => o.id === id)?.text ?? id;
  return h('section', { class: 'question', id: `e-${question.id}` },
    h('h2', {}, numbered(view, question)), prose(question.ask),
    h('p', { class: 'strong' }, `${called(found.measured)} ${measuredWords(question, found.measured)}`),
    found.surprise && h('p', { class: 'lost' }, t('surprise')),
    prose(found.explain),
    found.figures.length > 0 && figures(found),
    why.length > 0 && h('details', {}, h('summary', {}, t('each-option')),
      h('dl', {}, why.map(([id, html]) => [h('dt', {}, line(text(id))), h('dd', {}, prose(html))]))),
    found.links.length > 0 && h('p', { class: 'files' }, found.links.map((link) => [h('a', { href: `/api/source?question=${question.id}&link=${encodeURIComponent(link)}`, target: '_blank' }, link), ' '])));
}

/** How well somebody knows what he knows. */
export function calibration(score) {
  const words = score.confidence - score.right > 0.1 ? 'over' : score.right - score.confidence > 0.1 ? 'under' : 'even';
  return h('section', { class: 'question score' },
    h('h2', {}, t('calibration')),
    h('table', { class: 'pairs' }, h('tbody', {},
      h('tr', {}, h('th', { scope: 'row' }, t('score-questions')), h('td', {}, score.questions)),
      h('tr', {}, h('th', { scope: 'row' }, t('score-right')), h('td', {}, percent(score.right))),
      h('tr', {}, h('th', { scope: 'row' }, t('score-confidence')), h('td', {}, percent(score.confidence))),
      h('tr', {}, h('th', { scope: 'row' }, t('score-loss')), h('td', {}, number(score.loss))))),
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
