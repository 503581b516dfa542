// Constant arrival rates one after the other, then a burst, against one URL.
//
// Arrivals do not wait for answers (open model): when the service stalls, requests pile up and are
// counted, instead of the load politely slowing down with it (coordinated omission). The rates are given; capacity.js
// searches for the highest.
//
//   k6 run -e URL=http://198.18.0.10:8080/call -e RATES=50,100,200 -e STEP_SECONDS=1 k6/call.js
//
// URL            what is called; an address, so that k6 itself looks nothing up
// RATES          requests per second of each step
// STEP_SECONDS   length of a step
// BURST          virtual users that start at the same moment after the last step; 0 for no burst
// BURST_CALLS    calls of each of them
//
// Prints one JSON object: per step what was offered and what was completed. A threshold or a check
// never decides anything: k6 exits 0 when a threshold is misnamed and when checks fail.
import http from 'k6/http';

const url = required('URL');
const rates = required('RATES').split(',').map(Number);
const seconds = Number(__ENV.STEP_SECONDS || 1);
const burst = Number(__ENV.BURST || 0);
const burstCalls = Number(__ENV.BURST_CALLS || 1);
const users = Number(__ENV.USERS || 64);

function required(name) {
  if (!__ENV[name]) {
    throw new Error(`call.js: ${name} is not set`);
  }
  return __ENV[name];
}

const scenarios = {};
const thresholds = {};

rates.forEach((rate, i) => {
  scenario(`rate_${rate}`, {
    executor: 'constant-arrival-rate',
    rate,
    timeUnit: '1s',
    duration: `${seconds}s`,
    startTime: `${i * seconds}s`,
    preAllocatedVUs: users,
    maxVUs: users,
    // what is not answered when the step ends was not sustained
    gracefulStop: '0s',
  });
});
if (burst > 0) {
  scenario('burst', {
    executor: 'per-vu-iterations',
    vus: burst,
    iterations: burstCalls,
    startTime: `${rates.length * seconds}s`,
    maxDuration: '60s',
  });
}

function scenario(name, definition) {
  scenarios[name] = definition;
  // A metric of one scenario is in the summary only when a threshold names it.
  thresholds[`iterations{scenario:${name}}`] = ['count>=0'];
  thresholds[`dropped_iterations{scenario:${name}}`] = ['count>=0'];
  thresholds[`http_req_failed{scenario:${name}}`] = ['rate>=0'];
  thresholds[`http_req_duration{scenario:${name}}`] = ['max>=0'];
}

export const options = {
  scenarios,
  thresholds,
  summaryTrendStats: ['min', 'med', 'p(99)', 'max'],
  discardResponseBodies: true,
};

export default function () {
  http.get(url);
}

export function handleSummary(data) {
  const steps = rates.map((rate) => ({ rate, ...step(data, `rate_${rate}`, rate * seconds) }));
  const broken = steps.findIndex((s) => s.completed < 0.95 * s.offered || s.failedShare > 0.01);
  const result = {
    seconds,
    steps,
    // the highest of the rates that was sustained, as were all lower ones; 0 where none was
    sustainedRate: broken === 0 ? 0 : steps[(broken < 0 ? steps.length : broken) - 1].rate,
    // the first rate that was not; null where all were
    collapseRate: broken < 0 ? null : steps[broken].rate,
    burst: burst > 0 ? step(data, 'burst', burst * burstCalls) : null,
  };
  return { stdout: `${JSON.stringify(result, null, 2)}\n` };
}

function step(data, name, offered) {
  const duration = values(data, 'http_req_duration', name);
  return {
    offered,
    completed: values(data, 'iterations', name).count || 0,
    dropped: values(data, 'dropped_iterations', name).count || 0,
    failedShare: values(data, 'http_req_failed', name).rate || 0,
    p50Millis: number(duration.med),
    p99Millis: number(duration['p(99)']),
    maxMillis: number(duration.max),
  };
}

function values(data, metric, name) {
  const found = data.metrics[`${metric}{scenario:${name}}`];
  return found ? found.values : {};
}

function number(value) {
  return typeof value === 'number' ? value : null;
}
