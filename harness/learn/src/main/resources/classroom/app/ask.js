// A question to be answered: its card, and a control for each kind. Each control is
// { element, value(), draft() }: value() is what the server takes, or null while something is missing, and draft() is
// what is there so far; from that, or from an answer, a control starts.
import { h, line, number, numbered, percent, plain, post, prose, t, united } from './dom.js';

const LEVELS = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99];

/** Fields for numbers: one, or one for each value on the axis of a curve. */
function numbers(question, start) {
  const { unit, from, to } = question.measure;
  const curve = question.kind === 'curve';
  const values = start?.values ?? [];
  const names = curve ? question.at.map((at) => `${question.axis} ${at}`) : [t('your-number')];
  const inputs = names.map((_, i) => h('input', {
    type: 'number', step: 'any', min: from, max: to, inputmode: 'decimal', required: true,
    id: `in-${question.id}-${i}`, value: values[i] ?? '',
  }));
  return {
    element: h('div', { class: 'amount', role: 'group', 'aria-label': t('your-number') },
      inputs.map((input, i) => h('p', {}, h('label', { for: input.id }, names[i]), input, h('span', {}, unit === '1' ? '' : ` ${unit}`))),
      h('small', {}, t('from-to', number(from), number(to)))),
    value() {
      if (inputs.some((input) => input.value === '')) return null;
      return { kind: question.kind, values: inputs.map((input) => Number(input.value)) };
    },
    draft: () => ({ values: inputs.map((input) => input.value) }),
  };
}

/** Radio buttons, one for each value and what is shown for it. */
function radios(name, entries, start) {
  const inputs = entries.map(([value]) => h('input', { type: 'radio', name, value, checked: value === start }));
  return {
    labels: entries.map(([, shown], i) => h('label', {}, inputs[i], h('span', {}, shown))),
    chosen: () => inputs.find((input) => input.checked)?.value,
  };
}

function choice(question, start) {
  const { labels, chosen } = radios(`in-${question.id}`, question.options.map((o) => [o.id, line(o.text)]), start?.items?.[0]);
  return {
    element: h('fieldset', { class: 'options' }, h('legend', {}, t('your-choice')), labels),
    value: () => (chosen() ? { kind: 'choice', items: [chosen()] } : null),
    draft: () => ({ items: [chosen()] }),
  };
}

/** A place for each item. None has one at first: the order in which they are shown is no answer. */
function order(question, start) {
  const places = start?.places ?? question.options.map((o) => (start ? start.items.indexOf(o.id) + 1 : ''));
  const selects = question.options.map((_, i) => h('select', {}, ['', ...question.options.keys()].map((place) => h('option', {
    value: place === '' ? '' : place + 1, selected: place !== '' && String(place + 1) === String(places[i]),
  }, place === '' ? '–' : place + 1))));
  const given = () => selects.map((select) => select.value);
  return {
    element: h('fieldset', { class: 'options order' }, h('legend', {}, t('your-order')), h('small', {}, t('smallest-first')),
      question.options.map((option, i) => h('label', {}, selects[i], h('span', {}, line(option.text))))),
    value() {
      const items = [];
      given().forEach((place, i) => { if (place) items[place - 1] = question.options[i].id; });
      return Object.keys(items).length === selects.length ? { kind: 'order', items } : null;
    },
    draft: () => ({ places: given() }),
  };
}

const control = { number: numbers, curve: numbers, choice, order };

/** What a person answered, in words. */
export function inWords(question, { values, items }) {
  const text = (id) => plain(question.options.find((o) => o.id === id)?.text ?? id);
  return items.length ? items.map(text).join(' < ')
    : values.map((v, i) => `${question.kind === 'curve' ? `${question.at[i]}: ` : ''}${united(v, question.measure.unit)}`).join(', ');
}

function tolerance({ measure }) {
  const log = measure?.scale === 'log';
  if (!measure || measure.right === (log ? 1 : 0)) return null;
  return h('p', { class: 'note' }, log ? t('right-factor', number(measure.right)) : t('right-within', united(measure.right, measure.unit)));
}

/** What was changed and not saved, by question and round: a card that is drawn again has it again. */
const drafts = new Map();
const place = (question) => `${question.id} ${question.round}`;

/** How many of these questions hold something that was not saved. */
export const unsaved = (questions) => questions.filter((q) => q.round && drafts.has(place(q))).length;

/**
 * The card of a question that can be answered now.
 *
 * changed is called when it no longer shows what was saved, saved when it does.
 */
export function card(view, question, { changed, saved }) {
  const mine = view.mine[question.id] ?? [];
  const start = drafts.get(place(question)) ?? mine[question.round - 1] ?? mine[0];
  const answer = control[question.kind](question, start?.given);
  const { labels, chosen } = radios(`sure-${question.id}`, LEVELS.map((level) => [level, percent(level)]), start?.confidence);
  const confidence = () => (chosen() ? Number(chosen()) : null);
  const status = h('p', { class: 'status', role: 'status' }, drafts.has(place(question)) ? t('not-saved') : mine[question.round - 1] ? t('saved') : '');
  function say(text, bad = false) {
    // An answer may be acknowledged when its card has been drawn again.
    const shown = document.querySelector(`#q-${question.id} .status`) ?? status;
    shown.textContent = text;
    shown.className = bad ? 'status bad' : 'status';
  }
  async function save(event) {
    event.preventDefault();
    const given = answer.value();
    if (given === null || confidence() === null) {
      say(t(given !== null ? 'sure-missing' : question.kind === 'order' ? 'order-missing' : 'answer-missing'), true);
      return;
    }
    const sent = drafts.get(place(question));
    try {
      await post('/api/answer', { question: question.id, given, confidence: confidence() }, () => say(t('trouble-lost'), true));
      // What was changed meanwhile is not saved yet.
      const newer = drafts.get(place(question)) !== sent;
      if (!newer) drafts.delete(place(question));
      say(t(newer ? 'not-saved' : 'saved'));
      saved(question.id);
    } catch (e) {
      say(e.code === 'bad' ? e.message : t(`trouble-${e.code}`), true);
    }
  }
  const title = h('h2', { id: `title-${question.id}` }, numbered(view, question));
  const form = h('form', { class: 'question', novalidate: true, 'aria-labelledby': title.id, onsubmit: save, id: `q-${question.id}` },
    title, prose(question.ask), answer.element, tolerance(question),
    h('fieldset', { class: 'sure' }, h('legend', {}, t('how-sure')), labels, h('small', {}, t('sure-hint'))),
    h('p', { class: 'row' }, h('button', { class: 'main' }, t('save')), status));
  form.addEventListener('input', () => {
    drafts.set(place(question), { given: answer.draft(), confidence: confidence() });
    say(t('not-saved'));
    changed();
  });
  return form;
}

/** The card of a question that takes no answer now. */
export function closed(view, question) {
  const [first, again] = view.mine[question.id] ?? [];
  const last = again ?? first;
  return h('section', { class: 'question' }, h('h2', {}, numbered(view, question)), prose(question.ask),
    h('p', {}, last ? t('you-said', inWords(question, last.given), percent(last.confidence)) : t('you-said-nothing')));
}
