'use strict';
// What the charts have in common: colours out of the style sheet, axes, intervals, legends.
const parts = (() => {
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const ROLE = { FAULT: '--fault', CONTROL: '--control', MEASURED: '--measured', WINDOW: '--window', FLIGHT: '--flight' };
  const role = (r) => css(ROLE[r]);
  const faded = (colour, alpha) => colour + Math.round(alpha * 255).toString(16).padStart(2, '0');
  const number = (v) => {
    if (v === 0) return '0';
    const size = Math.abs(v);
    if (size >= 100) return Math.round(v).toLocaleString('en');
    return size < 0.001 ? v.toExponential(1) : String(Number(v.toPrecision(3)));
  };

  function axis(type, title, more) {
    return Object.assign({
      type,
      title: { display: Boolean(title), text: type === 'logarithmic' ? `${title}, logarithmic` : title },
      grid: { color: css('--grid') },
      ticks: {
        maxRotation: 0,
        callback(v) { return type === 'logarithmic' ? decade(v, this.max / this.min) : number(v); },
      },
    }, more);
  }

  // Few values of each power of ten get a label, or they run into each other.
  function decade(v, span) {
    if (span < 8) return Math.abs(Number(v.toPrecision(1)) - v) < 1e-9 ? short(v) : '';
    const first = v / 10 ** Math.floor(Math.log10(v) + 1e-9);
    const labelled = span > 300 ? [1] : [1, 2, 5];
    return labelled.some((n) => Math.abs(first - n) < 1e-6) ? short(v) : '';
  }

  const short = (v) => (v >= 1e6 ? `${number(v / 1e6)} M` : v >= 1e4 ? `${number(v / 1e3)} k` : number(v));

  function options(scales, more) {
    return Object.assign({
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', intersect: true },
      scales,
      plugins: { legend: { display: false } },
    }, more);
  }

  // Intervals: a bar from low to high and a mark at the median.
  const intervals = {
    id: 'intervals',
    beforeDatasetsDraw(chart) {
      const { ctx, scales: { x, y } } = chart;
      const reference = chart.config.options.reference;
      if (typeof reference === 'number') {
        const px = x.getPixelForValue(reference);
        ctx.strokeStyle = css('--ink');
        ctx.lineWidth = 1;
        ctx.setLineDash([5, 4]);
        ctx.beginPath();
        ctx.moveTo(px, chart.chartArea.top);
        ctx.lineTo(px, chart.chartArea.bottom);
        ctx.stroke();
        ctx.setLineDash([]);
      }
      for (const mark of chart.config.options.intervals || []) {
        ctx.strokeStyle = mark.colour;
        ctx.lineWidth = 2;
        ctx.beginPath();
        const py = y.getPixelForValue(mark.at);
        ctx.moveTo(x.getPixelForValue(mark.low), py);
        ctx.lineTo(x.getPixelForValue(mark.high), py);
        const px = x.getPixelForValue(mark.median);
        ctx.moveTo(px, py - 8);
        ctx.lineTo(px, py + 8);
        ctx.stroke();
        if (mark.text) {
          const end = x.getPixelForValue(mark.high) + 10;
          ctx.font = `600 12px ${Chart.defaults.font.family}`;
          const wide = ctx.measureText(mark.text).width;
          const left = end + wide > chart.chartArea.right;
          const from = left ? x.getPixelForValue(mark.low) - 10 - wide : end;
          // The line of the reference must not strike a figure through.
          ctx.fillStyle = css('--card');
          ctx.fillRect(from - 3, y.getPixelForValue(mark.at) - 9, wide + 6, 18);
          ctx.fillStyle = css('--ink');
          ctx.textAlign = 'left';
          ctx.textBaseline = 'middle';
          ctx.fillText(mark.text, from, y.getPixelForValue(mark.at));
        }
      }
    },
  };

  // A logarithmic axis has no zero: what is below its end lies on its end, and keeps its value.
  function pairs(xy, least = 0) {
    const points = [];
    for (let i = 0; i < xy.length; i += 2) points.push({ x: xy[i], y: Math.max(least, xy[i + 1]), value: xy[i + 1] });
    return points;
  }

  // One entry per name: the trials of a line have none.
  function legend() {
    return { display: true, position: 'bottom', labels: {
      boxWidth: 14, boxHeight: 8,
      filter: (item) => item.text !== '',
      generateLabels(chart) {
        return Chart.defaults.plugins.legend.labels.generateLabels(chart)
          .map((item) => Object.assign(item, { fillStyle: item.strokeStyle === 'rgba(0,0,0,0.1)' ? item.fillStyle : item.strokeStyle, fontColor: css('--ink') }));
      },
    } };
  }

  return { css, role, faded, number, axis, options, intervals, pairs, legend };
})();
