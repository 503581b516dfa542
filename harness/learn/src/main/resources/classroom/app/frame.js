// What every page has around its content: title, phases, clock, language.
import { asked, h, need, prose, speak, t } from './dom.js';

/** The time until the end of a phase; later, how long ago it was. */
function tick(element) {
  const { until } = element.dataset;
  const left = Math.round((Date.parse(until) - Date.now()) / 1000);
  const seconds = String(Math.abs(left) % 60).padStart(2, '0');
  element.textContent = until ? `${left < 0 ? '+' : ''}${Math.floor(Math.abs(left) / 60)}:${seconds}` : '';
  element.classList.toggle('late', left < 0);
  return element;
}
setInterval(() => document.querySelectorAll('.clock').forEach(tick), 1000);

export const clock = (until) => tick(h('span', { class: 'clock', role: 'timer', 'data-until': until ?? '' }));

/** Sets the clock of a page that is not drawn again. */
export function setClock(until) {
  const shown = document.querySelector('.clock');
  shown.dataset.until = until ?? '';
  tick(shown);
}

const controls = (form) => [...form.querySelectorAll('input, button, select')];

/** Draws a page again: the focus stays where it was. */
export function inPlace(redraw) {
  const active = document.activeElement;
  const form = active?.closest('form[id]');
  const at = form ? controls(form).indexOf(active) : -1;
  redraw();
  const again = form && document.getElementById(form.id);
  const held = again ? controls(again)[at] : active?.id && document.getElementById(active.id);
  held?.focus?.({ preventScroll: true });
}

function phases(view) {
  const at = view.phases.indexOf(view.phase);
  return h('ol', { class: 'phases', 'aria-label': t('phases') }, view.phases.map((phase, i) => h('li', {
    class: i < at ? 'past' : i === at ? 'now' : '', 'aria-current': i === at ? 'step' : null,
  }, t(`phase-${phase}`))));
}

const NAMES = { en: 'English', ja: '日本語' };

export function languages(view, changed) {
  if (view.languages.length < 2) return null;
  return h('label', { class: 'language' }, h('span', { class: 'unseen' }, t('language')), h('select', {
    id: 'language',
    onchange: async (e) => {
      sessionStorage.setItem('lang', e.target.value);
      const url = new URL(location);
      url.searchParams.delete('lang');
      history.replaceState(null, '', url);
      await speak(e.target.value);
      changed();
    },
  }, view.languages.map((id) => h('option', { value: id, selected: id === view.language }, NAMES[id] ?? id))));
}

export const query = () => (asked() ? `?lang=${encodeURIComponent(asked())}` : '');

export const bar = (view, ...more) => h('nav', { 'aria-label': 'faultlab' }, h('strong', {}, 'faultlab'), view && h('span', { class: 'lab' }, view.lab),
  h('span', { class: 'right' }, ...more));

export const heading = (view, ...more) => h('header', {}, h('p', { class: 'lab' }, view.title), phases(view),
  h('h1', { tabindex: -1, id: 'title' }, t(`phase-${view.phase}`), ...more));

export const monday = (view) => h('section', { class: 'question' }, h('h2', {}, t('monday')), prose(view.monday ?? ''));

/** The address to join at, and its code. The picture has another address for another code, or a browser shows the old one. */
export const entrance = (lead, ...more) => [
  h('img', { class: 'qr', src: `/api/lead/qr.svg?code=${encodeURIComponent(lead.code)}`, alt: t('qr-alt') }),
  h('div', {}, h('p', { class: 'address' }, lead.join), h('p', { class: 'joincode' }, lead.code), ...more)];

/** A page that shows nothing but why it cannot be shown. */
export const refused = (message, ...more) => document.body.replaceChildren(h('main', {}, h('p', { class: 'lost', role: 'alert' }, message), ...more));

/** Begins a page: its language, and what it is told before anything else. */
export async function begin() {
  const outside = await need('/api/door');
  await speak(asked() ?? outside.language);
  return { ...outside, secret: decodeURIComponent(location.hash.slice(1)) };
}

/** Forgets what the address has behind its hash. */
export const forget = () => history.replaceState(null, '', location.pathname + location.search);
