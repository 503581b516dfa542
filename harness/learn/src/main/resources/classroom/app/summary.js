// The facilitator's page for the end, to print or to save: each question, what the class answered, what was measured, what it meant.
import { h, need, t } from './dom.js';
import { roomCost, summary } from './explain.js';
import { bar, begin, languages, monday, query, refused } from './frame.js';
import { gradedBy } from './result.js';

async function draw() {
  const { view } = await need(`/api/lead/view${query()}`);
  document.title = `${t('summary')} · ${view.title}`;
  document.body.replaceChildren(bar(view, languages(view, draw)),
    h('header', {}, h('p', { class: 'lab' }, view.title), h('h1', {}, t('summary'))),
    h('main', {}, gradedBy(view) ?? h('p', {}, t('graded-by-none')), summary(view), roomCost(view), view.monday && monday(view)));
}

await begin();
await draw().catch((e) => refused(t(`trouble-${e.code}`)));
