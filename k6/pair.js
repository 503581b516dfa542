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
//             A and B take turns, half a period apart. An arrival for which k6 has no virtual user left is dropped and
//             counted; it had not been given a side yet, so nothing can tell whose it was.
// MODE=turns  USERS users, at once, each call A (and B, where there is one) CALLS times, one after the other.
//
// TIMEOUT     after which a request has failed (120s); GRACE after which those that are under way when the load ends
//             are cut off (10s). k6's own are 60s and 30s.
//
// Prints one JSON object. Thresholds only name the sub-metrics that the summary needs; they decide nothing.
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

const mode = required('MODE');
const urls = { a: required('A'), b: __ENV.B || '' };
const seconds = Number(__ENV.SECONDS || 10);
const users = Number(__ENV.USERS || 400);
const rate = Number(__ENV.RATE || 100);
const order = __ENV.ORDER || 'alternate';
const calls = Number(__ENV.CALLS || 1);
const timeout = __ENV.TIMEOUT || '120s';
const gracefulStop = __ENV.GRACE || '10s';

// What the article ramped to; USERS is that, scaled to the machine.
const ARTICLE_USERS = 10000;

// Of the requests that fail: what they ended with instead of an answer, by k6's tag error_code. A failure that is none of
// these has another code, or was an answer with a status from 400 on.
const ERRORS = { timedOut: 1050, notConnectedInTime: 1211, refused: 1212, reset: 1220 };

// k6 forgets a request that it cuts off at the end, so they are counted before they are sent.
const asked = new Counter('asked');

function required(name) {
  if (!__ENV[name]) {
    throw new Error(`pair.js: ${name} is not set`);
  }
  return __ENV[name];
}

const modes = {
  ramp: () => ({
    both: {
      executor: 'ramping-vus',
      exec: 'inTurn',
      startVUs: 0,
      stages: [{ duration: `${seconds}s`, target: users }],
      gracefulRampDown: '0s',
      gracefulStop,
    },
  }),
  // One scenario for both. Two of one rate that begin together would send A and B in the same instant, always, and one of
  // the two would always queue behind the other.
  open: () => ({
    both: {
      executor: 'constant-arrival-rate',
      exec: 'oneOfBoth',
      rate: 2 * rate,
      timeUnit: '1s',
      duration: `${seconds}s`,
      preAllocatedVUs: 64,
      maxVUs: 512,
      gracefulStop,
    },
  }),
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
  thresholds[`asked{side:${side}}`] = ['count>=0'];
  thresholds[`http_reqs{side:${side}}`] = ['count>=0'];
  Object.values(ERRORS).forEach((code) => {
    thresholds[`http_reqs{side:${side},error_code:${code}}`] = ['count>=0'];
  });
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
    asked.add(1, { side });
    http.get(urls[side], { tags: { side }, timeout });
  }
}

export function oneOfBoth() {
  get(exec.scenario.iterationInTest % 2 === 0 ? 'a' : 'b');
}

// One half of the users begins with A, the other with B, and each changes every time: a user's first call also waits
// until its new connection is accepted, and a ramp has many first calls.
export function inTurn() {
  const bFirst = order === 'alternate' && (__VU + __ITER) % 2 === 1;
  (bFirst ? ['b', 'a'] : ['a', 'b']).forEach(get);
}

export function handleSummary(data) {
  const result = { mode, a: side(data, 'a'), b: side(data, 'b') };
  result.cutOff = ['a', 'b'].reduce((sum, name) => sum + result[name].asked - result[name].requests, 0);
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
  const duration = values(data, `http_req_duration{side:${name}}`);
  const errors = {};
  Object.entries(ERRORS).forEach(([what, code]) => {
    errors[what] = values(data, `http_reqs{side:${name},error_code:${code}}`).count || 0;
  });
  return {
    url: urls[name],
    asked: values(data, `asked{side:${name}}`).count || 0,
    requests: values(data, `http_reqs{side:${name}}`).count || 0,
    failedPercent: 100 * (values(data, `http_req_failed{side:${name}}`).rate || 0),
    errors,
    meanMillis: number(duration.avg),
    p50Millis: number(duration.med),
    p90Millis: number(duration['p(90)']),
    p99Millis: number(duration['p(99)']),
    maxMillis: number(duration.max),
  };
}

function values(data, metric) {
  return data.metrics[metric] ? data.metrics[metric].values : {};
}

// A side without requests has no duration: k6 says 0 then.
function number(value) {
  return typeof value === 'number' && value > 0 ? value : null;
}
