import { createProviderEventsJob } from '../../server/jobs/payments/provider-events-job.ts';
import type { OnOutboxFailure } from '../../server/outbox/outbox.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { throwFailures } from '../money/support/run-jobs.ts';
import { runAllJobs } from '../support/api-stories.ts';
import { createSeededRandomDraws, type SeededRandomDraws } from '../support/seeded-random.ts';
import { type ApiCall, listCalls } from './api-calls.ts';
import { drawRequest } from './drawn-request.ts';
import { type FuzzShop, playScene, type Scene, sceneOf } from './fuzz-shop.ts';
import { playHostileSocket } from './hostile-sockets.ts';
import { drawRawRequest, openSender } from './send-drawn.ts';

/** The results of a run of hostile requests. */
export interface FuzzTally {
  requests: number;
  /** How many requests had each status, and how many sockets each end. */
  counts: Record<string, number>;
  /** Answers that must not happen, each with its request. */
  faults: string[];
  /** The API's calls that no request has brought to a success yet. */
  neverDone: Set<string>;
}

const REQUESTS_PER_SCENE = 250;
const SCENES_PER_LAWS = 20;
/** All requests concern one shopper, whose row they wait for, so more at once would only wait. */
const AT_ONCE = 6;
/** Words that only the inside of the server knows, and that no answer may contain. */
const INNER_WORDS =
  /node_modules|\bat (async )?\w+ \(|\.ts:\d+|syntax error at|violates .* constraint|relation "/;

/**
 * Sends the requests of a seed, scene by scene. After each scene all jobs run, because stored values must not break
 * those who read them later. The money invariants are checked every 5,000 requests, and by the caller.
 */
export async function playFuzz(
  shop: FuzzShop,
  { requests, seed, onScene }: { requests: number; seed: number; onScene: (tally: FuzzTally) => void },
): Promise<FuzzTally> {
  const calls = listCalls(shop.app.swagger());
  const described = calls.filter(({ isDescribed }) => isDescribed).map(({ name }) => name);
  const tally: FuzzTally = { requests: 0, counts: {}, faults: [], neverDone: new Set(described) };
  const sender = openSender(shop.url);
  for (let scenes = 1; tally.requests < requests; scenes += 1) {
    const scene = await playScene(shop);
    const end = Math.min(tally.requests + REQUESTS_PER_SCENE, requests);
    await inLanes(async () => {
      if (tally.requests >= end) return false;
      tally.requests += 1;
      const number = tally.requests;
      await sendOne({
        number,
        draw: createSeededRandomDraws(seed * 1_000_003 + number),
        calls,
        scene,
        shop,
        sender,
        tally,
      });
      return true;
    });
    await runEveryJob(shop);
    if (scenes % SCENES_PER_LAWS === 0) await expectInvariants(shop.db);
    onScene(tally);
  }
  sender.close();
  return tally;
}

async function inLanes(next: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await next());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

interface One {
  number: number;
  draw: SeededRandomDraws;
  calls: ApiCall[];
  scene: Scene;
  shop: FuzzShop;
  sender: ReturnType<typeof openSender>;
  tally: FuzzTally;
}

async function sendOne({ number, draw, calls, scene, shop, sender, tally }: One): Promise<void> {
  const count = (what: string | number) => {
    tally.counts[what] = (tally.counts[what] ?? 0) + 1;
  };
  if (draw.chance(0.03)) {
    count(`socket ${await playHostileSocket(draw, shop.url, scene)}`);
    return;
  }
  const call = draw.pick(calls);
  const drawn = drawRequest(draw, call, sceneOf(call.path, scene), shop);
  const isRaw = draw.chance(0.04);
  const raw = isRaw ? drawRawRequest(draw, drawn) : '';
  const answer = isRaw ? await sender.sendRaw(raw) : await sender.send(drawn);
  count(isRaw ? `raw ${answer.status}` : answer.status);
  if (answer.status >= 200 && answer.status < 400) tally.neverDone.delete(call.name);
  const isFault =
    answer.status >= 500 ||
    // A request that is hardly HTTP may end without an answer.
    (answer.status === 0 && !isRaw) ||
    INNER_WORDS.test(answer.body.slice(0, 2_000));
  if (isFault) {
    const sent = isRaw ? raw : JSON.stringify(drawn);
    const fault = `request ${number}: ${sent.slice(0, 1_500)} → ${answer.status} ${answer.body.slice(0, 300)}`;
    tally.faults.push(fault);
    process.stdout.write(`${fault}\n`);
  }
}

/**
 * A webhook of a success that the provider does not show (yet) is retried for at most 8 minutes. Nothing else may fail.
 */
const onFailure: OnOutboxFailure = (row, error, isDead) => {
  if (isDead || !String(error).includes('has not booked this success yet'))
    throwFailures.onFailure(row, error, isDead);
};

async function runEveryJob(shop: FuzzShop): Promise<void> {
  const { db, config, deps } = shop;
  const verifyDeps = { db, provider: deps.provider, groupWindowHours: config.groupWindowHours };
  await createProviderEventsJob(verifyDeps, { onFailure }).run({ isStopping: () => false });
  await runAllJobs(shop);
}
