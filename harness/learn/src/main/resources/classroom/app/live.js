// The run that goes on: how far it is, and what it says.
import { get, h, t } from './dom.js';
import { inPlace } from './frame.js';
import { verdict } from './result.js';

let run = null;
const opened = { log: false };

const LOOKS = { done: 'as_expected', failed: 'contradicted' };
const badge = (state) => h('span', { class: `badge ${LOOKS[state] ?? 'inconclusive'}` }, t(`run-${state}`));

function content() {
  const state = run.state.toLowerCase();
  const log = h('pre', { class: 'log', id: 'run-log', tabindex: 0, 'aria-label': t('run-log') }, run.lines.join('\n'));
  requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });
  const last = run.lines.filter((line) => line.trim()).at(-1);
  return [
    // That it is done says nothing of how it came out.
    h('h2', {}, t('run-title'), ' ', verdict(run.judgement) ?? badge(state), run.run && h('small', {}, ` ${run.run}`)),
    state === 'running' && h('p', {}, run.trials > 0
      ? [h('progress', { max: run.trials, value: run.done, 'aria-label': t('live-progress') }), ` ${t('live-done', run.done, run.trials)}`]
      : h('span', {}, last ?? '')),
    run.lines.length > 0 && h('details', { open: opened.log, ontoggle: (e) => { opened.log = e.target.open; } }, h('summary', { id: 'run-said' }, t('run-log')), log),
  ];
}

/** Where the run is shown; empty while there is none. */
export function runPanel() {
  const there = run && run.state !== 'NONE';
  return h('section', { class: there ? 'question run' : 'run', 'aria-label': t('run-title') }, there ? content() : []);
}

/** Asks how far the run is, and draws it where it is shown. */
export async function watchRun() {
  if (!document.querySelector('section.run')) return;
  run = await get('/api/run');
  inPlace(() => document.querySelector('section.run')?.replaceWith(runPanel()));
}
