// A question to be answered: its card, and a control for each kind. Each control is
// { element, value() }, where value() is what the server takes, or null while there is none.
import { h, line, number, percent, plain, post, prose, t, united } from './dom.js';
import { sketch } from './sketch.js';

const LEVELS = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99];

function amount(question, given) {
  const { unit, from, to } = question.measure;
  const input = h('input', {
    type: 'number', step: 'any', min: from, max: to, inputmode: 'decimal', required: true,
    id: `in-${question.id}`, value: given?.value ?? '',
  });
  const name = t('your-number');
  return {
    element: h('p', { class: 'amount' }, h('label', { for: input.id }, name), ' ', input, ' ',
      h('span', {}, unit === '1' ? '' : unit),
      h('small', {}, ` ${t('from-to', number(from), number(to))}`)),
    value: () => (input.value === '' ? null : { kind: 'number', value: Number(input.value) }),
  };
}

function choice(question, given) {
  const radios = question.options.map((option) => h('input', {
    type: 'radio', name: `in-${question.id}`, value: option.id, checked: given?.option === option.id,
  }));
  return {
    element: h('fieldset', { class: 'options' }, h('legend', {}, t('your-choice')),
      question.options.map((option, i) => h('label', {}, radios[i], h('span', {}, line(option.text))))),
    value: () => {
      const chosen = radios.find((r) => r.checked);
      return chosen ? { kind: 'choice', option: chosen.value } : null;
    },
  };
}

function order(question, given) {
  const text = Object.fromEntries(question.options.map((o) => [o.id, o.text]));
  const items = [...(given?.items ?? question.options.map((o) => o.id))];
  const list = h('ol', { class: 'order' });
  const said = h('span', { class: 'unseen', 'aria-live': 'polite' });
  function move(from, by) {
    const [item] = items.splice(from, 1);
    items.splice(from + by, 0, item);
    draw();
    // The focus goes with the thing that was moved, or a keyboard would lose it.
    const row = list.children[from + by];
    (row.querySelector(`button[data-by="${by}"]:not(:disabled)`) ?? row.querySelector('button:not(:disabled)')).focus();
    said.textContent = t('moved-to', plain(text[item]), from + by + 1);
  }
  function draw() {
    list.replaceChildren(...items.map((item, i) => h('li', {},
      h('button', { type: 'button', 'data-by': -1, disabled: i === 0, 'aria-label': t('move-up', plain(text[item])), onclick: () => move(i, -1) }, '↑'),
      h('button', { type: 'button', 'data-by': 1, disabled: i === items.length - 1, 'aria-label': t('move-down', plain(text[item])), onclick: () => move(i, 1) }, '↓'),
      h('span', {}, line(text[item])))));
  }
  draw();
  return {
    element: h('div', { role: 'group', 'aria-label': t('your-order') }, h('small', {}, t('smallest-first')), list, said),
    value: () => ({ kind: 'order', items: [...items] }),
  };
}

export function control(question, given) {
  if (question.kind === 'number') return amount(question, given);
  if (question.kind === 'choice') return choice(question, given);
  if (question.kind === 'order') return order(question, given);
  return sketch(question, given);
}

function confidence(question, given) {
  const radios = LEVELS.map((level) => h('input', {
    type: 'radio', name: `sure-${question.id}`, value: level, checked: given === level,
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

/** The card of a question that can be answered now. */
export function card(question, place, of, mine, onSaved) {
  const before = mine[question.round - 1] ?? mine[0] ?? null;
  const answer = control(question, before?.given);
  const sure = confidence(question, before?.confidence);
  const status = h('p', { class: 'status', role: 'status' }, mine[question.round - 1] ? t('saved') : '');
  async function save(event) {
    event.preventDefault();
    const given = answer.value();
    if (given === null || sure.value() === null) {
      status.textContent = t(given === null ? 'answer-missing' : 'sure-missing');
      status.className = 'status bad';
      return;
    }
    const lost = () => {
      status.textContent = t('trouble-lost');
      status.className = 'status bad';
    };
    try {
      await post('/api/answer', { question: question.id, given, confidence: sure.value() }, lost);
      status.textContent = t('saved');
      status.className = 'status';
      onSaved(question.id);
    } catch (e) {
      status.textContent = e.code === 'bad' ? e.message : t(`trouble-${e.code}`);
      status.className = 'status bad';
    }
  }
  const title = h('h2', { id: `title-${question.id}` }, t('question-of', place, of));
  const form = h('form', { class: 'question', novalidate: true, 'aria-labelledby': title.id, onsubmit: save, id: `q-${question.id}` },
    title, prose(question.ask), answer.element, tolerance(question), sure.element,
    h('p', { class: 'row' }, h('button', { class: 'main' }, t('save')), status));
  form.addEventListener('input', () => { if (status.textContent === t('saved')) status.textContent = t('not-saved'); });
  return form;
}

/** The card of a question that takes no answer now. */
export function closed(question, place, of, mine) {
  const last = mine[1] ?? mine[0];
  return h('section', { class: 'question' }, h('h2', {}, t('question-of', place, of)), prose(question.ask),
    h('p', {}, last ? t('you-said', inWords(question, last.given), percent(last.confidence)) : t('you-said-nothing')));
}
