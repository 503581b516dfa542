// One picture for each question: what was predicted, what was measured, and its interval.
import { h, line, number, s, t, united } from './dom.js';
import { scale, window as part } from './scale.js';

const BINS = 14;
const EDGE = 44;

const width = () => Math.max(280, Math.min(720, document.documentElement.clientWidth - 66));

/**
 * @param question as asked
 * @param said what the room said: before the discussion, after it
 * @param measured as found, or null before the reveal
 * @param mine own answers: before, after; null where there are none
 */
export function picture(question, said, measured, mine, size = width()) {
  const found = measured?.values ? measured : null;
  const own = (mine ?? []).map((m) => m?.given ?? null);
  return { number: amounts, choice: choices, order: several, curve: several }[question.kind](question, said, found, own, size);
}

/** What follows from a rule was not measured, and is not called so. */
const named = (found) => t(found.places.length > 0 ? 'measured' : 'answer');

/** Whether the others are shown: not to somebody who is alone. */
const isRoom = (rounds, own) => rounds.flat().length > (own.length ? 1 : 0);

function frame(w, height, label) {
  return s('svg', { class: 'picture', viewBox: `0 0 ${w} ${height}`, width: w, height, role: 'img', 'aria-label': label });
}

const diamond = (x, y, c) => s('path', { class: c, d: `M${x},${y - 9}l8,9l-8,9l-8,-9z` });

function amounts(question, said, found, own, w) {
  const { unit, right, from, to } = question.measure;
  const log = question.measure.scale === 'log';
  const rounds = said.map((round) => round.map((given) => given.values[0]));
  const mine = own.map((given) => given?.values[0] ?? null);
  const interval = found?.values[0];
  // What counts as right.
  const close = !interval ? [] : log ? [interval.low / right, interval.high * right] : [interval.low - right, interval.high + right];
  const values = [...rounds.flat(), ...mine.filter((v) => v !== null), ...close];
  const crowd = isRoom(rounds, mine);
  const base = crowd ? 150 : 70;
  const x = scale(log, ...(values.length ? part(log, values, from, to) : [from, to]), EDGE, w - EDGE);
  const svg = frame(w, base + 50, t('picture-of', question.id));
  const text = (kind, v, half, y, words) => s('text', { class: kind, x: inside(x(v), w, half * letter()), y, 'text-anchor': 'middle' }, words);
  let free = 0;
  x.ticks(Math.max(3, Math.floor(w / 90))).forEach((v) => {
    svg.append(s('line', { class: 'grid', x1: x(v), x2: x(v), y1: 18, y2: base }));
    const label = united(v, unit);
    const half = (label.length * letter()) / 2;
    const at = inside(x(v), w, half);
    if (at - half < free) return; // it would cover the one before it
    free = at + half + letter();
    svg.append(s('text', { x: at, y: base + 18, 'text-anchor': 'middle' }, label));
  });
  if (interval) svg.append(s('rect', { class: 'close', x: x(close[0]), width: Math.max(2, x(close[1]) - x(close[0])), y: 18, height: base - 18 }));
  if (crowd) bars(svg, rounds, x, base);
  svg.append(s('line', { class: 'axis', x1: EDGE, x2: w - EDGE, y1: base, y2: base }));
  if (interval) {
    const centre = x(interval.value);
    svg.append(
      s('line', { class: 'measured', x1: centre, x2: centre, y1: 18, y2: base }),
      s('line', { class: 'measured interval', x1: x(interval.low), x2: Math.max(x(interval.high), x(interval.low) + 1), y1: base, y2: base }),
      s('circle', { class: 'measured', cx: centre, cy: base, r: 6 }),
      text('measured', interval.value, 12, base + 42, `${named(found)} ${united(interval.value, unit)}`));
  }
  const [first, again] = mine;
  const last = again ?? first ?? null;
  if (last === null) return svg;
  if (first !== null && first !== last) svg.append(diamond(x(first), base, 'mine earlier'));
  svg.append(diamond(x(last), base, 'mine'), text('mine', last, 8, 13, `${t('you')} ${united(last, unit)}`),
    s('line', { class: 'mine thin', x1: x(last), x2: x(last), y1: 18, y2: base }));
  return svg;
}

/** Width of a letter of a label, in pixels; a bit more than it is. */
const letter = () => (document.body.classList.contains('projector') ? 9.6 : 7.2);

const inside = (x, w, half) => Math.min(w - half, Math.max(half, x));

/** What a room said, in equal parts of the axis: the first vote in outline, the second one filled. */
function bars(svg, rounds, x, base) {
  const start = x(x.from);
  const step = (x(x.to) - start) / BINS;
  const counts = rounds.map((round) => {
    const bins = Array(BINS).fill(0);
    round.forEach((v) => { bins[Math.min(BINS - 1, Math.max(0, Math.floor((x(v) - start) / step)))] += 1; });
    return bins;
  });
  const most = Math.max(1, ...counts.flat());
  counts.forEach((bins, round) => bins.forEach((count, i) => {
    if (!count) return;
    const tall = (count / most) * (base - 46);
    svg.append(s('rect', { class: round || !rounds[1].length ? 'room' : 'room first', x: start + i * step + 2, width: step - 4, y: base - tall, height: tall },
      s('title', {}, `${t(round ? 'after' : 'before')}: ${count}`)));
  }));
}

function choices(question, said, found, own, w) {
  const rounds = said.map((round) => round.map((given) => given.items[0]));
  const crowd = isRoom(rounds, own);
  const total = rounds.map((r) => Math.max(1, r.length));
  const mine = own[1] ?? own[0];
  return h('table', { class: 'small choices' },
    h('thead', {}, h('tr', {}, h('th', {}, t('option')), crowd && h('th', {}, t('room')))),
    h('tbody', {}, question.options.map((option) => {
      const is = found?.items[0] === option.id;
      const row = rounds.map((r) => r.filter((o) => o === option.id).length);
      return h('tr', { class: is ? 'is' : '' },
        h('th', { scope: 'row' }, line(option.text),
          is && h('span', { class: 'badge as_expected' }, named(found)),
          mine?.items[0] === option.id && h('span', { class: 'badge you' }, t('you-this'))),
        crowd && h('td', {}, rounds.map((r, i) => r.length > 0 && h('div', { class: 'votes' },
          s('svg', { class: 'picture', width: 110, height: 14, 'aria-hidden': true },
            s('rect', { class: i || !rounds[1].length ? 'room' : 'room first', x: 1, y: 1, height: 12, width: Math.max(1, (row[i] / total[i]) * 108) })),
          ` ${row[i]}`, rounds[1].length > 0 && h('small', {}, ` ${t(i ? 'after' : 'before')}`)))));
    })));
}

/** Of several numbers, or of places in an order: what was measured, what you said, and the mean of the room. */
function several(question, said, found, own) {
  const ordered = question.kind === 'order';
  const mine = own[1] ?? own[0];
  const last = said[1].length ? said[1] : said[0];
  const crowd = isRoom([last], own);
  const unit = ordered ? question.unit : question.measure.unit;
  const names = ordered ? found?.items ?? mine?.items ?? question.options.map((o) => o.id) : question.at;
  const text = (id) => line(question.options.find((o) => o.id === id)?.text ?? id);
  const value = (given, i) => (ordered ? given.items.indexOf(names[i]) + 1 : given.values[i]);
  const mean = (i) => last.reduce((sum, given) => sum + value(given, i), 0) / last.length;
  return h('table', { class: 'small' },
    h('thead', {}, h('tr', {}, h('th', {}, !ordered ? question.axis : t(found ? 'right-order' : 'option')), found && h('th', {}, named(found)),
      mine && h('th', {}, t(ordered ? 'your-place' : 'you')), crowd && h('th', {}, t(ordered ? 'room-place' : 'room-mean')))),
    h('tbody', {}, names.map((name, i) => h('tr', {}, h('th', { scope: 'row' }, ordered ? [found ? `${i + 1}. ` : '', text(name)] : name),
      found && h('td', {}, united(found.values[i].value, unit),
        found.values[i].low < found.values[i].high && h('small', {}, ` [${number(found.values[i].low)}, ${number(found.values[i].high)}]`)),
      mine && h('td', { class: ordered && found && value(mine, i) === i + 1 ? 'mine same' : 'mine' }, united(value(mine, i), ordered ? '1' : unit)),
      crowd && h('td', {}, number(mean(i)))))));
}
