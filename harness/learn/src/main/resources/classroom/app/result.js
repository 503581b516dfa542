// By which result a class is graded, what its verdict was, and the class's own run that waits to be chosen.
import { h, t } from './dom.js';

/** The verdict of a run in a word; nothing while it is not known. */
export const verdict = (judgement) => judgement && h('span', { class: `badge ${judgement.toLowerCase()}` }, t(`verdict-${judgement.toLowerCase()}`));

/** Why a run did not come out as expected; the server tells the facilitator. */
const reasons = (result) => result.judgement !== 'AS_EXPECTED' && result.reasons.length > 0
  && h('ul', { class: 'files' }, result.reasons.map((reason) => h('li', {}, reason)));

/** The result that grades, with the reasons for its verdict; null while none is chosen. */
export const gradedBy = (view) => view.graded
  && [h('p', { class: 'strong', role: 'status', id: 'graded' }, t(view.graded.run.startsWith('reference/') ? 'graded-by' : 'graded-by-own', view.graded.run), view.graded.judgement ? `; ${t('its-verdict')} ` : '', verdict(view.graded.judgement)), reasons(view.graded)];

/** The class's own run that does not grade by itself, and the button that makes it do so. */
export function offer(view, choose) {
  const own = view.offered;
  if (!own) return null;
  // A result that was chosen since stays; where there is none, this one decides nothing.
  const why = view.graded && own.judgement !== 'INCONCLUSIVE' ? 'offer-late' : 'offer-inconclusive';
  return h('div', { class: 'offer', id: 'offer', role: 'status' },
    h('p', {}, t(why, own.run), ' ', verdict(own.judgement)), reasons(own),
    h('p', { class: 'row' }, h('button', { type: 'button', id: 'take', onclick: () => choose(own.run) }, t('offer-take'))));
}

const button = (id, words, onclick, more = {}) => h('button', { type: 'button', id, onclick, ...more }, words);

/** What there is to do about results: run the lab, stop it, replay one. */
export const runButtons = (running, run, act) => h('p', { class: 'row' },
  button('replay', t('replay'), () => act('/api/lead/replay', { run: run() })),
  button('live', t('run-now'), () => act('/api/lead/run'), { disabled: running }),
  running && button('stop', t('run-stop'), () => act('/api/lead/stop')));
