// The run that goes on: how far it is, two points side by side, packets as they come.
import { get, h, number, t } from './dom.js';
import { verdict } from './result.js';

let run = null;
const opened = { log: false };

const LOOKS = { done: 'as_expected', failed: 'contradicted' };
const badge = (state, look = LOOKS[state] ?? 'inconclusive') => h('span', { class: `badge ${look}` }, t(`run-${state}`));

/** Minutes and seconds: people look at what lies between two packets. */
const clockTime = (nanos) => new Date(nanos / 1e6).toISOString().slice(14, 23);

/** What is counted in packets, in the order in which it is read. */
const COUNTS = ['connections', 'largest-window', 'queries', 'answers', 'most-under-way'];

const packets = (panel) => h('div', { class: 'scroll packets', tabindex: 0, role: 'group', 'aria-label': `${t('live-packets')}: ${panel.title}` },
  h('table', { class: 'small' }, h('thead', {}, h('tr', {}, ['live-time', 'live-what', 'live-who'].map((id) => h('th', { scope: 'col' }, t(id))))),
    h('tbody', {}, panel.rows.map((row) => h('tr', {}, h('td', {}, clockTime(row.timeNanos)), h('td', {}, row.what), h('td', {}, row.who))))));

const counted = (panel) => h('dl', { class: 'counts' }, [['packets', panel.frames], ...COUNTS.filter((name) => name in panel.counts).map((name) => [name, panel.counts[name]])]
  .map(([name, value]) => h('div', {}, h('dt', {}, t(`live-${name}`)), h('dd', {}, number(value)))));

function side(panel) {
  const state = panel.state.toLowerCase();
  return h('div', { class: 'side', role: 'group', 'aria-label': panel.title },
    h('h3', {}, panel.title), h('p', { class: 'note' }, panel.settings),
    h('p', {}, badge(state, panel.failure ? 'inconclusive' : undefined), panel.trial > 0 && ` ${t('live-trial', panel.trial, panel.of)}`),
    panel.frames > 0 && [counted(panel), packets(panel)],
    panel.failure && h('p', { class: 'lost' }, panel.failure),
    panel.seen.map((seen) => h('p', {}, h('strong', {}, `${seen.signature}: ${t(`live-${seen.state}`)}`), ` — ${seen.reason}`)));
}

function content() {
  const state = run.state.toLowerCase();
  const board = run.board;
  const log = h('pre', { class: 'log', tabindex: 0, 'aria-label': t('run-log') }, run.lines.join('\n'));
  requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });
  const last = run.lines.filter((line) => line.trim()).at(-1);
  return [
    // That it is done says nothing of how it came out.
    h('h2', {}, t('run-title'), ' ', verdict(run.judgement) ?? badge(state), board.run && h('small', {}, ` ${board.run}`)),
    state === 'running' && h('p', {}, board.trials > 0
      ? [h('progress', { max: board.trials, value: board.done, 'aria-label': t('live-progress') }), ` ${t('live-done', board.done, board.trials)}`]
      : h('span', {}, last ?? '')),
    board.pair.length > 0 && h('div', { class: 'pair' }, board.pair.map(side)),
    run.lines.length > 0 && h('details', { open: opened.log, ontoggle: (e) => { opened.log = e.target.open; } }, h('summary', {}, t('run-log')), log),
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
  document.querySelectorAll('section.run').forEach((old) => {
    const held = old.contains(document.activeElement) ? document.activeElement.tagName : null;
    const drawn = runPanel();
    old.replaceWith(drawn);
    if (held) drawn.querySelector(held)?.focus({ preventScroll: true });
  });
}
