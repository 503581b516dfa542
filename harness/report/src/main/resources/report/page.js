'use strict';
// Draws the charts of the page, in the theme of the system; those that are folded away when they are opened. The data is in the script element "charts"; Chart.js, axes.js and
// charts.js are embedded before this script.
(() => {
  const data = JSON.parse(document.getElementById('charts').textContent);
  const system = matchMedia('(prefers-color-scheme: dark)');
  const drawn = new Map();

  function drawUnfolded() {
    document.querySelectorAll('canvas[data-chart]').forEach((canvas) => {
      if (drawn.has(canvas) || canvas.closest('details:not([open])')) return;
      const chart = data[canvas.dataset.chart];
      drawn.set(canvas, new Chart(canvas, kinds[chart.kind](chart, canvas)));
    });
  }

  function draw() {
    Chart.defaults.color = parts.css('--muted');
    Chart.defaults.borderColor = parts.css('--line');
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 12;
    drawn.forEach((chart) => chart.destroy());
    drawn.clear();
    drawUnfolded();
  }

  // Opens what the address leads to, and all that it is folded away in.
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1));
    const folded = () => target && target.closest('details:not([open])');
    while (folded()) folded().open = true;
    return target;
  }

  system.addEventListener('change', draw);
  // The browser went there before it was open.
  addEventListener('hashchange', () => openTarget()?.scrollIntoView());
  // The same address again is no change of it.
  addEventListener('click', (e) => { if (location.hash && e.target.closest('a')?.hash === location.hash) openTarget(); });
  // Captured, as it does not bubble.
  document.addEventListener('toggle', drawUnfolded, true);
  openTarget();
  draw();
})();
