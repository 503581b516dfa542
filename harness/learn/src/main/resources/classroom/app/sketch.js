// A curve that is sketched on axes: drag with a pointer, or move each point with the arrow keys. It starts without
// points: any that stood there before somebody put them there would be taken for a hint.
import { h, s, t, united } from './dom.js';
import { rounded, scale } from './scale.js';

const HEIGHT = 300;
const LEFT = 88;
const BOTTOM = 44;
const TOP = 26;

export const width = () => Math.max(280, Math.min(720, document.documentElement.clientWidth - 66));

/** The axes of a curve's question; what is drawn on them comes on top. */
export function axes(question, w, y) {
  const step = (w - LEFT - 24) / question.at.length;
  const x = (i) => LEFT + step * (i + 0.5);
  const element = s('svg', { class: 'picture', viewBox: `0 0 ${w} ${HEIGHT}`, width: w, height: HEIGHT });
  y.ticks(7).forEach((v) => element.append(
    s('line', { class: 'grid', x1: LEFT, x2: w - 12, y1: y(v), y2: y(v) }),
    s('text', { x: LEFT - 8, y: y(v) + 4, 'text-anchor': 'end' }, united(v, question.measure.unit))));
  question.at.forEach((v, i) => element.append(
    s('text', { x: x(i), y: HEIGHT - BOTTOM + 18, 'text-anchor': 'middle' }, String(v))));
  element.append(
    s('line', { class: 'axis', x1: LEFT, x2: w - 12, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
    s('text', { class: 'axis-title', x: (LEFT + w) / 2, y: HEIGHT - 6, 'text-anchor': 'middle' }, question.axis));
  return { element, x };
}

export const vertical = (question, from, to) =>
  scale(question.measure.scale === 'LOG', from, to, HEIGHT - BOTTOM, TOP);

export function sketch(question, start) {
  const { from, to, unit } = question.measure;
  const w = width();
  const y = vertical(question, from, to);
  // null: not placed yet; it waits on the axis.
  const values = start ? [...start.values] : question.at.map(() => null);
  const stands = (i) => (values[i] === null ? HEIGHT - BOTTOM : y(values[i]));
  const { element, x } = axes(question, w, y);
  element.classList.add('sketch');
  const line = s('polyline', { class: 'mine' });
  const points = question.at.map((at, i) => s('g', {
    role: 'slider', tabindex: 0, 'aria-label': `${question.axis} ${at}`, 'aria-orientation': 'vertical',
    'aria-valuemin': from, 'aria-valuemax': to, onkeydown: (e) => key(e, i),
  }, s('circle', { class: 'halo', r: 14 }), s('circle', { class: 'mine', r: 7 }), s('text', { class: 'mine', 'text-anchor': 'middle' })));
  element.append(line, ...points);

  function draw() {
    line.setAttribute('points', values.map((v, i) => (v === null ? '' : `${x(i)},${y(v)}`)).filter(Boolean).join(' '));
    points.forEach((point, i) => {
      const placed = values[i] !== null;
      point.classList.toggle('unplaced', !placed);
      point.setAttribute('aria-valuenow', placed ? values[i] : from);
      point.setAttribute('aria-valuetext', placed ? united(values[i], unit) : t('not-placed'));
      point.querySelectorAll('circle').forEach((c) => { c.setAttribute('cx', x(i)); c.setAttribute('cy', stands(i)); });
      const text = point.querySelector('text');
      text.setAttribute('x', x(i));
      text.setAttribute('y', stands(i) - 12);
      text.textContent = placed ? united(values[i], unit) : '?';
    });
  }

  function put(i, place) {
    values[i] = Math.min(to, Math.max(from, rounded(y.back(Math.max(TOP, Math.min(HEIGHT - BOTTOM, place))))));
    draw();
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function key(event, i) {
    // Enter and the space bar leave it where it stands, and place it.
    const step = { ArrowUp: -4, ArrowRight: -4, ArrowDown: 4, ArrowLeft: 4, PageUp: -24, PageDown: 24, Enter: 0, ' ': 0 }[event.key];
    const end = { Home: HEIGHT - BOTTOM, End: TOP }[event.key];
    if (step === undefined && end === undefined) return;
    event.preventDefault();
    put(i, end ?? stands(i) + step);
  }

  let held = -1;
  const place = (event) => {
    const box = element.getBoundingClientRect();
    return { px: ((event.clientX - box.left) / box.width) * w, py: ((event.clientY - box.top) / box.height) * HEIGHT };
  };
  element.addEventListener('pointerdown', (event) => {
    const { px, py } = place(event);
    if (py < TOP - 10 || py > HEIGHT - BOTTOM + 10) return;
    held = question.at.map((_, i) => Math.abs(x(i) - px)).reduce((best, d, i, all) => (d < all[best] ? i : best), 0);
    element.setPointerCapture(event.pointerId);
    put(held, py);
    points[held].focus({ preventScroll: true });
    event.preventDefault();
  });
  element.addEventListener('pointermove', (event) => { if (held >= 0) put(held, place(event).py); });
  ['pointerup', 'pointercancel'].forEach((name) => element.addEventListener(name, () => { held = -1; }));
  draw();
  return {
    element: h('div', { role: 'group', 'aria-label': t('your-curve') }, element, h('small', {}, t('curve-hint'))),
    value: () => (values.includes(null) ? null : { kind: 'curve', values: [...values] }),
    missing: () => t('curve-missing', values.filter((v) => v === null).length),
    draft: () => ({ values: [...values] }),
  };
}
