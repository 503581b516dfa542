'use strict';
// One function per kind of chart, from the data that dev.faultlab.report.page.Charts declares to a
// configuration of Chart.js.
const kinds = (() => {
  const { role, faded, number, axis, options, intervals, pairs, legend } = parts;

  // A ratio that cannot be told from 1 is not written as a figure.
  function ratio(chart, row) {
    if (chart.unit !== 'ratio') return '';
    return row.role === 'MEASURED' ? '~' : `${number(row.median)}x`;
  }

  // A name that is too long for the axis would be cut: it is broken between its settings.
  function broken(name, longest) {
    const lines = [''];
    name.split(/(?=@)|(?<=, )/).forEach((part) => {
      if (lines.at(-1) && (lines.at(-1) + part).length > longest) lines.push('');
      lines.push(lines.pop() + part);
    });
    return lines;
  }

  return {
    strip(chart, canvas) {
      const longest = canvas.parentElement.clientWidth < 520 ? 20 : 38;
      const names = chart.rows.map(({ name }) => name.split('\n').flatMap((line) => broken(line, longest)));
      const lines = Math.max(...names.map((name) => name.length));
      canvas.parentElement.style.height = `${Math.max(120, 70 + (12 + 14 * lines) * chart.rows.length)}px`;
      const points = [];
      const colours = [];
      chart.rows.forEach((row, i) => {
        const values = row.samples.length ? row.samples : [row.median];
        values.forEach((v, k) => {
          const spread = values.length > 1 ? (k / (values.length - 1) - 0.5) * 0.5 : 0;
          points.push({ x: v, y: i + spread, row, sample: row.samples.length > 0 });
          colours.push(role(row.role));
        });
      });
      const values = chart.rows.flatMap((r) => [r.low, r.high, ...r.samples]);
      if (typeof chart.reference === 'number') values.push(chart.reference);
      const type = chart.log ? 'logarithmic' : 'linear';
      const range = chart.log
        ? { min: Math.min(...values) / 1.3, max: Math.max(...values) * 1.3 }
        : { beginAtZero: true };
      return {
        type: 'scatter',
        plugins: [intervals],
        data: { datasets: [{
          data: points, pointRadius: 4,
          pointBackgroundColor: colours.map((c) => faded(c, 0.45)), pointBorderColor: colours,
        }] },
        options: options({
          x: axis(type, chart.unit, range),
          y: {
            type: 'linear', min: -0.6, max: chart.rows.length - 0.4, reverse: true, grid: { display: false },
            afterBuildTicks(scale) { scale.ticks = chart.rows.map((_, i) => ({ value: i })); },
            ticks: { autoSkip: false, font: { size: 11 }, callback: (v) => names[v] },
          },
        }, {
          reference: chart.reference,
          intervals: chart.rows.map((r, i) => ({ at: i, low: r.low, high: r.high, median: r.median, colour: role(r.role), text: ratio(chart, r) })),
          plugins: { legend: { display: false }, tooltip: { callbacks: { label: ({ raw }) =>
            `${raw.row.name.replace('\n', ' ')}${raw.sample ? ', one trial' : ''}: ${number(raw.x)} ${chart.unit}`
            + ` (median ${number(raw.row.median)} [${number(raw.row.low)}, ${number(raw.row.high)}])` } } },
        }),
      };
    },

    steps(chart) {
      return {
        type: 'line',
        data: { datasets: chart.lines.map((line) => ({
          label: line.name, data: pairs(line.xy, chart.yMin), stepped: true, pointRadius: 0, borderWidth: 1, pointHitRadius: 4,
          borderColor: role(line.role), backgroundColor: faded(role(line.role), 0.2), fill: chart.yMin ? 'start' : 'origin',
        })) },
        options: options({
          x: axis('linear', 'seconds', chart.xMax ? { min: 0, max: chart.xMax } : {}),
          y: chart.yMin
            ? axis('logarithmic', chart.yTitle, { min: chart.yMin, suggestedMax: chart.yMax || undefined })
            : axis('linear', chart.yTitle, {
              beginAtZero: true, suggestedMax: Math.max(2, chart.yMax), ticks: { precision: 0, callback: (v) => number(v) },
            }),
        }, { plugins: { legend: legend(), tooltip: { callbacks: { title: () => '', label: ({ dataset, parsed, raw }) =>
          `${dataset.label}: ${number(raw.value)} ${chart.yTitle} at ${parsed.x.toFixed(4)} s${raw.value < raw.y ? ', drawn on the edge' : ''}` } } } }),
      };
    },

    curves(chart) {
      return {
        type: 'line',
        data: { datasets: chart.lines.map((line, i) => ({
          label: line.name, data: pairs(line.xy, 0), pointRadius: 3, pointStyle: ['circle', 'rect', 'triangle'][i % 3],
          borderDash: [[], [6, 4], [2, 3]][i % 3], borderColor: role(line.role), backgroundColor: role(line.role), borderWidth: 2,
        })) },
        options: options({ x: axis('linear', chart.axis, { min: 0, max: 100 }), y: axis('linear', chart.unit, { min: 0, max: 100 }) }, {
          plugins: { legend: legend(), tooltip: { callbacks: { title: () => '', label: ({ dataset, parsed }) =>
            `${dataset.label}: a fault of ${parsed.x} % shows in ${number(parsed.y)} ${chart.unit}` } } },
        }),
      };
    },

    // A bar per question, from question to answer: a staircase, a stack, or an outage as a block of the fault's colour.
    bars(chart) {
      const groups = [...new Set(chart.bars.map((b) => b.group))];
      const colour = (group) => {
        const bar = chart.bars.find((b) => b.group === group);
        return faded(role(bar.role), bar.faint ? 0.5 : 1);
      };
      return {
        type: 'bar',
        data: {
          labels: chart.bars.map((b) => b.name),
          datasets: groups.map((group) => ({
            label: group, grouped: false, barPercentage: 1, categoryPercentage: 0.86, minBarLength: 2, backgroundColor: colour(group),
            data: chart.bars.map((b) => (b.group === group ? [b.from, b.to] : null)),
          })),
        },
        options: options({
          x: axis('linear', chart.axis, { min: 0, max: chart.span }),
          y: { grid: { display: false }, title: { display: true, text: chart.what }, ticks: { font: { size: 10 } } },
        }, {
          indexAxis: 'y',
          plugins: { legend: groups.length > 1 ? legend() : { display: false }, tooltip: { callbacks: { title: () => '', label: ({ dataIndex }) => {
            const bar = chart.bars[dataIndex];
            return `${bar.name}: ${bar.what}, ${number(bar.to - bar.from)} ${chart.unit}`;
          } } } },
        }),
      };
    },
  };
})();
