// Requests whose bodies are in different charsets: some to warm up, which are not counted, then at
// constant arrival rates one after the other, then in a burst, so that some are served whatever the
// machine.
//
// The mix is the point: a load that repeats one request finds the charset in the JDK's cache of two.
// The names come in one fixed order, so that every run offers the same requests.
//
//   k6 run -e URL=http://198.18.0.10:8080 -e WAY=name -e MIX=UTF-8:60,Shift_JIS:20,x-faultlab-a:20 \
//          -e WARM_UP=20000 -e RATES=200,20000 -e STEP_SECONDS=1 k6/charsets.js
//
// URL           the service; an address, so that k6 itself looks nothing up
// WAY           name or kept: how the service gets from the name to the charset
// MIX           NAME:WEIGHT,...; a name with a sample below, or any other (then the body is ASCII)
// WARM_UP       requests before all others, 32 at a time: at least so many (0)
// RATES         requests per second of each step; arrivals do not wait for answers (open model)
// STEP_SECONDS  length of a step
// BURST         virtual users that start at the same moment after the last step, 0 for no burst
// BURST_CALLS   requests of each of them
//
// Prints one JSON object: per step what was offered and completed, and the service's own counters of
// all steps and the burst. Thresholds only name the sub-metrics that the summary needs; they decide
// nothing.
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

const samples = JSON.parse(open('./charsets.json'));
const together = 32; // requests of the warm-up at a time
const sustained = 0.95; // a smaller share of a rate than this was not kept up with
const url = required('URL');
const way = required('WAY');
const rates = required('RATES').split(',').map(Number);
const seconds = Number(__ENV.STEP_SECONDS || 1);
const burst = Number(__ENV.BURST || 0);
const burstCalls = Number(__ENV.BURST_CALLS || 16);
const users = Number(__ENV.USERS || 64);
const warmUp = Number(__ENV.WARM_UP || 0);
const requests = wheel(required('MIX')).map(request);
const wrong = new Counter('wrong');

function required(name) {
  if (!__ENV[name]) {
    throw new Error(`charsets.js: ${name} is not set`);
  }
  return __ENV[name];
}

// Each name as often as it weighs, shuffled by a generator with a fixed seed (Numerical Recipes').
function wheel(mix) {
  const names = [];
  mix.split(',').forEach((part) => {
    const [name, weight] = part.split(':');
    if (!name || !(Number(weight) > 0)) {
      throw new Error(`charsets.js: MIX has '${part}', expected NAME:WEIGHT`);
    }
    for (let i = 0; i < Number(weight); i += 1) {
      names.push(name);
    }
  });
  let state = 1;
  for (let i = names.length - 1; i > 0; i -= 1) {
    state = (1664525 * state + 1013904223) % 4294967296;
    const j = Math.floor((state / 4294967296) * (i + 1));
    [names[i], names[j]] = [names[j], names[i]];
  }
  return names;
}

function request(name) {
  const sample = samples[name] || samples.ascii;
  return {
    name,
    body: encoding.b64decode(sample.base64),
    characters: samples[name] ? sample.characters : null,
    params: { headers: { 'Content-Type': `text/plain; charset=${name}` } },
  };
}

const scenarios = {};
const thresholds = {};
rates.forEach((rate, i) => {
  const name = `rate_${rate}`;
  scenarios[name] = {
    executor: 'constant-arrival-rate',
    rate,
    timeUnit: '1s',
    duration: `${seconds}s`,
    startTime: `${i * seconds}s`,
    preAllocatedVUs: users,
    maxVUs: users,
    gracefulStop: '0s',
  };
  thresholds[`iterations{scenario:${name}}`] = ['count>=0'];
  thresholds[`http_req_duration{scenario:${name}}`] = ['max>=0'];
});

if (burst > 0) {
  scenarios.burst = {
    executor: 'per-vu-iterations',
    vus: burst,
    iterations: burstCalls,
    startTime: `${rates.length * seconds}s`,
    maxDuration: '120s',
  };
}

export const options = {
  scenarios,
  thresholds,
  setupTimeout: '10m', // the warm-up
  summaryTrendStats: ['med', 'p(99)', 'max'],
  batch: together,
  batchPerHost: together,
};

// A name that nobody answers to is refused with 415, which is the right answer to it.
http.setResponseCallback(http.expectedStatuses(200, 415));

// A JVM that has just started is dear whichever way it decodes. The service counts from after the
// warm-up on, and no scenario's metrics have it.
export function setup() {
  for (let sent = 0; sent < warmUp; sent += together) {
    http.batch(Array.from({ length: together }, (_, i) => posted(sent + i)));
  }
  const answer = http.post(`${url}/reset`);
  if (answer.status !== 200) {
    exec.test.abort(`charsets.js: ${url}/reset answered ${answer.status} ${answer.error}`);
  }
}

// The request of a number, as http.batch takes it.
function posted(number) {
  const { body, params } = requests[number % requests.length];
  return ['POST', `${url}/decode?way=${way}`, body, params];
}

export default function () {
  const { body, characters, params } = requests[exec.scenario.iterationInTest % requests.length];
  const answer = http.post(`${url}/decode?way=${way}`, body, params);
  const right = characters === null ? answer.status === 415 : answer.body === String(characters);
  wrong.add(right ? 0 : 1);
}

export function handleSummary(data) {
  const stats = http.get(`${url}/stats`);
  const steps = rates.map((rate) => step(data, rate));
  const result = {
    way,
    seconds,
    steps,
    first: steps[0],
    last: steps[steps.length - 1],
    wrongAnswers: values(data, 'wrong').count || 0,
    service: JSON.parse(stats.body),
  };
  return { stdout: `${JSON.stringify(result, null, 2)}\n` };
}

function step(data, rate) {
  const duration = values(data, `http_req_duration{scenario:rate_${rate}}`);
  const completed = values(data, `iterations{scenario:rate_${rate}}`).count || 0;
  return {
    rate,
    offered: rate * seconds,
    completed,
    // null where all was served: what could have been is not known then
    completedPerSecond: completed < sustained * rate * seconds ? completed / seconds : null,
    p50Millis: number(duration.med),
    p99Millis: number(duration['p(99)']),
    maxMillis: number(duration.max),
  };
}

function values(data, metric) {
  return data.metrics[metric] ? data.metrics[metric].values : {};
}

// A step without answers has no duration: k6 says 0 then.
function number(value) {
  return typeof value === 'number' && value > 0 ? value : null;
}
