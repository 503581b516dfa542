// From values to places on a picture, and round values to write on its axis.

export function scale(log, from, to, start, end) {
  const f = log ? Math.log : (v) => v;
  const span = f(to) - f(from) || 1;
  // What is beyond the axis is drawn at its end: a measured 0 has no place on a logarithmic one.
  const at = (v) => start + ((f(Math.min(to, Math.max(from, v))) - f(from)) / span) * (end - start);
  at.ticks = (most) => (log ? decades(from, to, most) : steps(from, to, most));
  at.from = from;
  at.to = to;
  return at;
}
function decades(from, to, most) {
  for (const parts of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = [];
    for (let e = Math.floor(Math.log10(from)); e <= Math.ceil(Math.log10(to)); e++) {
      parts.forEach((p) => ticks.push(p * 10 ** e));
    }
    const inside = ticks.filter((v) => v >= from * 0.999 && v <= to * 1.001);
    if (inside.length <= most && inside.length > 1) return inside;
    if (parts.length === 1 && inside.length > 1) return inside.filter((_, i) => i % Math.ceil(inside.length / most) === 0);
  }
  return [from, to];
}

function steps(from, to, most) {
  const raw = (to - from) / most || 1;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * size).find((v) => v >= raw);
  const ticks = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) ticks.push(+(i * step).toPrecision(12));
  return ticks;
}

/** The part of an axis that has all values on it, with some air. */
export function window(log, values, least, most) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (log) return [Math.max(least, low / 2), Math.min(most, high * 2)];
  const air = (high - low || Math.abs(high) || 1) * 0.2;
  return [Math.max(least, low - air), Math.min(most, high + air)];
}
