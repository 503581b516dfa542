'use strict';
// Draws the charts of the page, in the theme that is wanted, and again for the printer. The data is in
// the script element "charts"; Chart.js, axes.js and charts.js are embedded before this script.
(() => {
  const data = JSON.parse(document.getElementById('charts').textContent);
  const system = matchMedia('(prefers-color-scheme: dark)');
  const button = document.getElementById('theme');
  const choices = ['system', 'light', 'dark'];
  let choice = 'system';
  let printing = false;
  let drawn = [];

  function draw() {
    const dark = !printing && (choice === 'dark' || (choice === 'system' && system.matches));
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    Chart.defaults.color = parts.css('--muted');
    Chart.defaults.borderColor = parts.css('--line');
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 12;
    drawn.forEach((chart) => chart.destroy());
    drawn = [];
    document.querySelectorAll('canvas[data-chart]').forEach((canvas) => {
      const chart = data[canvas.dataset.chart];
      drawn.push(new Chart(canvas, kinds[chart.kind](chart, canvas)));
    });
  }

  function openTarget() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && target.tagName === 'DETAILS') target.open = true;
  }

  button.addEventListener('click', () => {
    choice = choices[(choices.indexOf(choice) + 1) % choices.length];
    button.textContent = `Theme: ${choice}`;
    draw();
  });
  system.addEventListener('change', draw);
  addEventListener('hashchange', openTarget);
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll('details.cell:not([open]), .verdict details:not([open])')];
    folded.forEach((d) => { d.open = true; });
    printing = true;
    draw();
  });
  addEventListener('afterprint', () => {
    folded.forEach((d) => { d.open = false; });
    printing = false;
    draw();
  });
  openTarget();
  draw();
})();
