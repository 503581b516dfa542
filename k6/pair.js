// Two endpoints under the same load at the same time, so that whatever happens to the machine happens to both.
//
// The answer is the ratio of the two, and it means nothing by itself: run it with A and B alike first. What comes out
// then is the noise floor, and a ratio within it is no difference.
//
//   k6 run -e MODE=ramp -e USERS=400 -e SECONDS=10 -e A=http://198.18.0.10:8080/codes/new-random \
//          -e B=http://198.18.0.10:8080/codes/thread-local-random k6/pair.js
//
// MODE=ramp   virtual users from 0 to USERS in SECONDS, each calling the two in turn (closed model, the article's).
//             A slow answer makes its user ask less: the load adapts to the service.
//             ORDER=alternate: every other time B first. ORDER=fixed: A first, always, as the article has it.
// MODE=open   each endpoint gets RATE requests per second for SECONDS, answered or not (open model). A stall shows.
// MODE=turns  USERS users, at once, each call A (and B, where there is one) CALLS times, one after the other.
//
// Prints one JSON object. Thresholds only name the sub-metrics that the summary needs; they decide nothing.
import http from 'k6/http';

const mode = required('MODE');
const urls = { a: required('A'), b: __ENV.B || '' };
const seconds = Number(__ENV.SECONDS || 10);
const users = Number(__ENV.USERS || 400);
const rate = Number(__ENV.RATE || 100);
const order = __ENV.ORDER || 'alternate';
const calls = Number(__ENV.CALLS || 1);

// What the article ramped to; USERS is that, scaled to the machine.
const ARTICLE_USERS = 10000;

function required(name) {
  if (!__ENV[name]) {
    throw new Error(`pair.js: ${name} is not set`);
  }
  return __ENV[name];
}

function arrivals(side) {
  return {
    executor: 'constant-arrival-rate',
    exec: side,
    rate,
    timeUnit: '1s',
    duration: `${seconds}s`,
    preAllocatedVUs: 32,
    maxVUs: 256,
    gracefulStop: '10s',
  };
}

const modes = {
  ramp: () => ({
    both: {
      executor: 'ramping-vus',
      exec: 'inTurn',
      startVUs: 0,
      stages: [{ duration: `${seconds}s`, target: users }],
      gracefulRampDown: '0s',
      gracefulStop: '10s',
    },
  }),
  open: () => ({ a: arrivals('a'), b: arrivals('b') }),
  turns: () => ({
    both: { executor: 'per-vu-iterations', exec: 'inTurn', vus: users, iterations: calls, maxDuration: '10m' },
  }),
};
if (!modes[mode]) {
  throw new Error(`pair.js: MODE is '${mode}', expected one of ${Object.keys(modes)}`);
}

if (!['alternate', 'fixed'].includes(order)) {
  throw new Error(`pair.js: ORDER is '${order}', expected alternate or fixed`);
}

const thresholds = {};
['a', 'b'].forEach((side) => {
  thresholds[`http_reqs{side:${side}}`] = ['count>=0'];
  thresholds[`http_req_failed{side:${side}}`] = ['rate>=0'];
  thresholds[`http_req_duration{side:${side}}`] = ['max>=0'];
});

export const options = {
  scenarios: modes[mode](),
  thresholds,
  summaryTrendStats: ['avg', 'med', 'p(90)', 'p(99)', 'max'],
  discardResponseBodies: true,
};

function get(side) {
  if (urls[side]) {
    http.get(urls[side], { tags: { side }, timeout: '120s' });
  }
}

export function a() {
  get('a');
}

export function b() {
  get('b');
}

// One half of the users begins with A, the other with B, and each changes every time: a user's first call also waits
// until its new connection is accepted, and a ramp has many first calls.
export function inTurn() {
  const bFirst = order === 'alternate' && (__VU + __ITER) % 2 === 1;
  (bFirst ? ['b', 'a'] : ['a', 'b']).forEach(get);
}

export function handleSummary(data) {
  const result = { mode, a: side(data, 'a'), b: side(data, 'b') };
  if (mode === 'ramp') {
    result.order = order;
    result.users = users;
    result.shareOfTheArticlesUsers = users / ARTICLE_USERS;
  }
  if (mode === 'open') {
    result.dropped = data.metrics.dropped_iterations ? data.metrics.dropped_iterations.values.count : 0;
  }
  result.ratio = {};
  ['mean', 'p50', 'p90', 'p99'].forEach((of) => {
    const [over, under] = [result.a[`${of}Millis`], result.b[`${of}Millis`]];
    result.ratio[of] = over !== null && under ? over / under : null;
  });
  return { stdout: `${JSON.stringify(result, null, 2)}\n` };
}

function side(data, name) {
  const duration = values(data, 'http_req_duration', name);
  return {
    url: urls[name],
    requests: values(data, 'http_reqs', name).count || 0,
    failedShare: values(data, 'http_req_failed', name).rate || 0,
    meanMillis: number(duration.avg),
    p50Millis: number(duration.med),
    p90Millis: number(duration['p(90)']),
    p99Millis: number(duration['p(99)']),
    maxMillis: number(duration.max),
  };
}

function values(data, metric, name) {
  const found = data.metrics[`${metric}{side:${name}}`];
  return found ? found.values : {};
}

// A side without requests has no duration: k6 says 0 then.
function number(value) {
  return typeof value === 'number' && value > 0 ? value : null;
}
