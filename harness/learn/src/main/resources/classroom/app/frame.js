// What every page has around its content: title, phases, clock, language.
import { asked, h, speak, t } from './dom.js';

export function clock(until) {
  const element = h('span', { class: 'clock', role: 'timer', 'data-until': until ?? '' });
  if (!until) return element;
  const end = Date.parse(until);
  function tick() {
    const left = Math.round((end - Date.now()) / 1000);
    const m = Math.floor(Math.abs(left) / 60);
    element.textContent = `${left < 0 ? '+' : ''}${m}:${String(Math.abs(left) % 60).padStart(2, '0')}`;
    element.classList.toggle('late', left < 0);
    setTimeout(() => { if (element.isConnected) tick(); }, 1000);
  }
  tick();
  return element;
}

/** Sets the clock of a page that is not drawn anew. */
export function setClock(until) {
  const shown = document.querySelector('.clock');
  if (shown && shown.dataset.until !== (until ?? '')) shown.replaceWith(clock(until));
}

const controls = (form) => [...form.querySelectorAll('input, button, select, [role=slider]')];

/** Where a list that opens stands; a list outside of such a section remembers by itself. */
function placeOf(list) {
  const section = list.closest('section[id]');
  return section ? `${section.id} ${[...section.querySelectorAll('details')].indexOf(list)}` : null;
}

/** Draws a page anew: lists that are open stay open, and the focus stays where it was. */
export function inPlace(redraw) {
  const open = new Set([...document.querySelectorAll('details[open]')].map(placeOf));
  const active = document.activeElement;
  const form = active?.closest('form[id]');
  const at = form ? controls(form).indexOf(active) : -1;
  redraw();
  document.querySelectorAll('details').forEach((list) => {
    const place = placeOf(list);
    if (place !== null && open.has(place)) list.open = true;
  });
  const again = form && document.getElementById(form.id);
  const held = again ? controls(again)[at] : active?.id && document.getElementById(active.id);
  held?.focus?.({ preventScroll: true });
}

export function phases(view) {
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

/** Where its picture is: at another place for another code, or a browser would go on to show the old one. */
export const qrCode = (lead) => `/api/lead/qr.svg?code=${encodeURIComponent(lead.code)}`;

export const query = () => (asked() ? `?lang=${encodeURIComponent(asked())}` : '');

export function page(view, title, main, ...more) {
  return [
    h('a', { class: 'unseen skip', href: '#main' }, t('to-content')),
    h('nav', { 'aria-label': 'faultlab' }, h('strong', {}, 'faultlab'), h('span', { class: 'lab' }, view.lab), h('span', { class: 'right' }, ...more)),
    h('header', {}, h('p', { class: 'lab' }, view.title), phases(view), h('h1', { tabindex: -1, id: 'title' }, title, clock(view.until))),
    h('main', { id: 'main' }, ...main),
  ];
}
