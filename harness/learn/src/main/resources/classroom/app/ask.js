// A question to be answered: its card, and a control for each kind. Each control is
// { element, value(), missing(), draft() }: value() is what the server takes, or null while something is missing,
// missing() says what, and draft() is what stands there so far; from that, or from an answer, a control starts.
import { h, line, number, percent, plain, post, prose, t, united } from './dom.js';
import { sketch } from './sketch.js';

const LEVELS = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99];

function amount(question, start) {
  const { unit, from, to } = question.measure;
  const input = h('input', {
    type: 'number', step: 'any', min: from, max: to, inputmode: 'decimal', required: true,
    id: `in-${question.id}`, value: start?.value ?? '',
  });
  const name = t('your-number');
  return {
    element: h('p', { class: 'amount' }, h('label', { for: input.id }, name), ' ', input, ' ',
      h('span', {}, unit === '1' ? '' : unit),
      h('small', {}, ` ${t('from-to', number(from), number(to))}`)),
    value: () => (input.value === '' ? null : { kind: 'number', value: Number(input.value) }),
    missing: () => t('answer-missing'),
    draft: () => ({ value: input.value }),
  };
}

function choice(question, start) {
  const radios = question.options.map((option) => h('input', {
    type: 'radio', name: `in-${question.id}`, value: option.id, checked: start?.option === option.id,
  }));
  const chosen = () => radios.find((r) => r.checked);
  return {
    element: h('fieldset', { class: 'options' }, h('legend', {}, t('your-choice')),
      question.options.map((option, i) => h('label', {}, radios[i], h('span', {}, line(option.text))))),
    value: () => (chosen() ? { kind: 'choice', option: chosen().value } : null),
    missing: () => t('answer-missing'),
    draft: () => ({ option: chosen()?.value }),
  };
}

function order(question, start) {
  const text = Object.fromEntries(question.options.map((o) => [o.id, o.text]));
  const items = [...(start?.items ?? question.options.map((o) => o.id))];
  const list = h('ol', { class: 'order' });
  const said = h('span', { class: 'unseen', 'aria-live': 'polite' });
  // The order in which things are shown is nobody's answer until somebody says so, or moves one.
  const meant = h('input', { type: 'checkbox', checked: start?.meant ?? Boolean(start), onchange: draw });
  function move(from, by) {
    const [item] = items.splice(from, 1);
    items.splice(from + by, 0, item);
    meant.checked = true;
    draw();
    // The focus goes with the thing that was moved, or a keyboard would lose it.
    const row = list.children[from + by];
    (row.querySelector(`button[data-by="${by}"]:not(:disabled)`) ?? row.querySelector('button:not(:disabled)')).focus();
    said.textContent = t('moved-to', plain(text[item]), from + by + 1);
    list.dispatchEvent(new Event('input', { bubbles: true }));
  }
  function draw() {
    list.classList.toggle('unmeant', !meant.checked);
    list.replaceChildren(...items.map((item, i) => h('li', {},
      h('button', { type: 'button', 'data-by': -1, disabled: i === 0, 'aria-label': t('move-up', plain(text[item])), onclick: () => move(i, -1) }, '↑'),
      h('button', { type: 'button', 'data-by': 1, disabled: i === items.length - 1, 'aria-label': t('move-down', plain(text[item])), onclick: () => move(i, 1) }, '↓'),
      h('span', {}, line(text[item])))));
  }
  draw();
  return {
    element: h('div', { role: 'group', 'aria-label': t('your-order') }, h('small', {}, t('smallest-first')), list,
      h('label', { class: 'meant' }, meant, h('span', {}, t('order-meant'))), said),
    value: () => (meant.checked ? { kind: 'order', items: [...items] } : null),
    missing: () => t('order-missing'),
    draft: () => ({ items: [...items], meant: meant.checked }),
  };
}

export function control(question, start) {
  if (question.kind === 'number') return amount(question, start);
  if (question.kind === 'choice') return choice(question, start);
  if (question.kind === 'order') return order(question, start);
  return sketch(question, start);
}

function confidence(question, start) {
  const radios = LEVELS.map((level) => h('input', {
    type: 'radio', name: `sure-${question.id}`, value: level, checked: start === level,
  }));
  return {
    element: h('fieldset', { class: 'sure' }, h('legend', {}, t('how-sure')),
      LEVELS.map((level, i) => h('label', {}, radios[i], h('span', {}, percent(level)))),
      h('small', {}, t('sure-hint'))),
    value: () => {
      const chosen = radios.find((r) => r.checked);
      return chosen ? Number(chosen.value) : null;
    },
  };
}

/** What somebody said, in words. */
export function inWords(question, given) {
  const text = (id) => plain(question.options.find((o) => o.id === id)?.text ?? id);
  if (given.kind === 'number') return united(given.value, question.measure.unit);
  if (given.kind === 'choice') return text(given.option);
  if (given.kind === 'order') return given.items.map(text).join(' < ');
  return given.values.map((v, i) => `${question.at[i]}: ${united(v, question.measure.unit)}`).join(', ');
}

function tolerance(question) {
  const m = question.measure;
  if (!m) return null;
  if (m.right === (m.scale === 'LOG' ? 1 : 0)) return null;
  return h('p', { class: 'note' }, m.scale === 'LOG' ? t('right-factor', number(m.right)) : t('right-within', united(m.right, m.unit)));
}

/** What was changed and not saved, by question and round: a card that is drawn anew has it again. */
const drafts = new Map();
const place = (question) => `${question.id} ${question.round}`;

/** How many of these questions hold something that was not saved. */
export const unsaved = (questions) => questions.filter((q) => q.round && drafts.has(place(q))).length;

/**
 * The card of a question that can be answered now.
 *
 * changed is called when what stands there is no more what was saved, saved when it is.
 */
export function card(question, at, of, mine, { changed, saved }) {
  const before = mine[question.round - 1] ?? mine[0] ?? null;
  const draft = drafts.get(place(question));
  const answer = control(question, draft ? draft.given : before?.given);
  const sure = confidence(question, draft ? draft.confidence : before?.confidence);
  const status = h('p', { class: 'status', role: 'status' }, draft ? t('not-saved') : mine[question.round - 1] ? t('saved') : '');
  function say(text, bad = false) {
    // An answer that is under way may be had when its card has been drawn anew.
    const shown = document.querySelector(`#q-${question.id} .status`) ?? status;
    shown.textContent = text;
    shown.className = bad ? 'status bad' : 'status';
  }
  async function save(event) {
    event.preventDefault();
    const given = answer.value();
    if (given === null || sure.value() === null) {
      say(given === null ? answer.missing() : t('sure-missing'), true);
      return;
    }
    const sent = drafts.get(place(question));
    try {
      await post('/api/answer', { question: question.id, given, confidence: sure.value() }, () => say(t('trouble-lost'), true));
      // What was changed meanwhile is not saved yet.
      const newer = drafts.get(place(question)) !== sent;
      if (!newer) drafts.delete(place(question));
      say(t(newer ? 'not-saved' : 'saved'));
      saved(question.id);
    } catch (e) {
      say(e.code === 'bad' ? e.message : t(`trouble-${e.code}`), true);
    }
  }
  const title = h('h2', { id: `title-${question.id}` }, t('question-of', at, of));
  const form = h('form', { class: 'question', novalidate: true, 'aria-labelledby': title.id, onsubmit: save, id: `q-${question.id}` },
    title, prose(question.ask), answer.element, tolerance(question), sure.element,
    h('p', { class: 'row' }, h('button', { class: 'main' }, t('save')), status));
  form.addEventListener('input', () => {
    drafts.set(place(question), { given: answer.draft(), confidence: sure.value() });
    say(t('not-saved'));
    changed();
  });
  return form;
}

/** The card of a question that takes no answer now. */
export function closed(question, at, of, mine) {
  const last = mine[1] ?? mine[0];
  return h('section', { class: 'question' }, h('h2', {}, t('question-of', at, of)), prose(question.ask),
    h('p', {}, last ? t('you-said', inWords(question, last.given), percent(last.confidence)) : t('you-said-nothing')));
}
