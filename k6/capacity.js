// The highest arrival rate that a service sustains, searched for: the rate is doubled until it is not sustained, and then
// bisected by its ratio.
//
// Arrivals do not wait for answers (open model). One whose turn comes while IN_FLIGHT others have no answer yet is dropped,
// and counts as not answered. One whose turn comes too late is not sent: that is k6's fault, and is told apart.
//
//   k6 run -e URL=http://198.18.0.10:8080/call k6/capacity.js
//
// URL              what is called; an address, so that k6 itself looks nothing up
// START            requests per second of the first step (50)
// LIMIT            the highest rate that is tried (6400)
// STEP_SECONDS     length of a step (2)
// WARM_UP_SECONDS  calls that are not counted, IN_FLIGHT users one call after the other (2)
// IN_FLIGHT        most calls without an answer at a time (64)
//
// A step is sustained where 95 % of what it offers are answered before it ends, and 1 % fail at the most. A rate is not where
// two steps of it in a row were not: a standstill of the machine is no limit of the service. The next step begins when the
// last call of the one before has its answer.
//
// Prints one JSON object:
//
// capacity   the highest rate that was sustained, 1/s; 0 where none was; null where limitedBy is not "service"
// sustained  the same, whatever limited it
// next       the lowest that was not, 1/s, at most 1.05 times that; null where LIMIT was sustained
// limitedBy  why not: "load" where k6 was late with arrivals, and the service answered enough of those in time; "service"
//            where it was not: then the service, or whatever takes its share of the same cores, k6 among it; "limit" where
//            LIMIT was sustained
// seconds    length of a step
// steps      what was tried, in order: offered = answered + failed + dropped + late + those that had no answer in time
//
// One virtual user does it all, in setup: what that returns is in the summary's data, and when it throws, k6 fails.
import http from 'k6/http';
import { setTimeout } from 'k6/timers';

const url = required('URL');
const start = Number(__ENV.START || 50);
const limit = Number(__ENV.LIMIT || 6400);
const seconds = Number(__ENV.STEP_SECONDS || 2);
const warmUpSeconds = Number(__ENV.WARM_UP_SECONDS || 2);
const most = Number(__ENV.IN_FLIGHT || 64);

const ENOUGH = 0.95;
const FAILED = 0.01;
const CLOSE = 1.05;
const TICK_MILLIS = 2;
// Five ticks: the load is no longer the one that was asked for.
const LATE_MILLIS = 10;

function required(name) {
  if (!__ENV[name]) {
    throw new Error(`capacity.js: ${name} is not set`);
  }
  return __ENV[name];
}

export const options = {
  vus: 1,
  iterations: 1,
  setupTimeout: '10m',
  // A user keeps as many connections to a host as it may use in a batch.
  batch: most,
  batchPerHost: most,
  discardResponseBodies: true,
};

export async function setup() {
  await warmUp();
  const steps = [];
  let low = 0;
  let high = Infinity;
  let limitedBy = 'limit';

  async function attempt(rate) {
    const tries = [await step(rate)];
    if (!tries[0].sustained) {
      tries.push(await step(rate));
    }
    steps.push(...tries);
    if (tries.some((one) => one.sustained)) {
      low = rate;
    } else {
      high = rate;
      limitedBy = tries.every((one) => one.limitedBy === 'service') ? 'service' : 'load';
    }
  }

  for (let rate = Math.min(start, limit); high === Infinity && low < limit; rate = Math.min(2 * rate, limit)) {
    await attempt(rate);
  }
  for (let rate = start / 2; low === 0 && rate >= 1; rate /= 2) {
    await attempt(rate);
  }
  while (low > 0 && high < Infinity && high / low > CLOSE) {
    await attempt(Math.sqrt(low * high));
  }

  return { capacity: limitedBy === 'service' ? low : null, sustained: low, next: high < Infinity ? high : null, limitedBy, seconds, steps };
}

// k6 insists on one.
export default function () {}

export function handleSummary(data) {
  return { stdout: `${JSON.stringify(data.setup_data, null, 2)}\n` };
}

function call() {
  return http.asyncRequest('GET', url).then((answer) => answer.status === 200);
}

async function warmUp() {
  const end = Date.now() + warmUpSeconds * 1000;
  const users = Array.from({ length: most }, async () => {
    while (Date.now() < end) {
      await call();
    }
  });
  await Promise.all(users);
}

async function step(rate) {
  const offered = Math.floor(rate * seconds);
  const counts = { rate, offered, answered: 0, failed: 0, dropped: 0, late: 0 };
  const calls = [];
  let inFlight = 0;
  const begin = Date.now();
  const end = begin + seconds * 1000;

  function arrive() {
    if (inFlight >= most) {
      counts.dropped += 1;
      return;
    }
    inFlight += 1;
    calls.push(
      call().then((good) => {
        inFlight -= 1;
        if (Date.now() < end) {
          counts[good ? 'answered' : 'failed'] += 1;
        }
      }),
    );
  }

  await new Promise((over) => {
    let next = 0;
    function tick() {
      const now = Date.now();
      for (let due = begin + (next * 1000) / rate; next < offered && due <= now; due = begin + (next * 1000) / rate) {
        next += 1;
        if (now - due > LATE_MILLIS) {
          counts.late += 1;
        } else {
          arrive();
        }
      }
      if (now < end) {
        setTimeout(tick, TICK_MILLIS);
      } else {
        over();
      }
    }
    tick();
  });
  await Promise.all(calls);

  const few = counts.failed <= FAILED * offered;
  counts.sustained = few && counts.answered >= ENOUGH * offered;
  // Where enough of those were answered that k6 sent in time, it was k6 that did not offer the rate.
  const load = few && counts.answered >= ENOUGH * (offered - counts.late);
  counts.limitedBy = counts.sustained ? null : load ? 'load' : 'service';
  return counts;
}
