import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../http/errors/error-handler.ts';
import { listIpRateLimitBuckets } from '../../http/rate-limit.ts';
import { readKnownDeviceId } from './sessions/device-cookie.ts';

export interface HashingQueueCaller {
  /** Identifies the caller whose share of the queue is used: an IP address, a known phone or an account. */
  bucket: string;
  /** True: the caller is signed in, or the account has signed in on this phone before. */
  isKnown: boolean;
}

/** Identifies the caller of a request: the signed-in account, the known phone, or the IP address. */
export function identifyHashingQueueCaller(request: FastifyRequest, email: string): HashingQueueCaller {
  if (request.user) return { bucket: `account:${request.user.id}`, isKnown: true };
  const device = readKnownDeviceId(request, email);
  if (device) return { bucket: `device:${device}`, isKnown: true };
  // All addresses of an IPv6 network (/48) count as one caller, because a flood can use many of them.
  return { bucket: `address:${listIpRateLimitBuckets(request.ip).at(-1)?.subject}`, isKnown: false };
}

interface Waiting {
  caller: HashingQueueCaller;
  start(): void;
  refuse(): void;
}

type HashingQueue = <Result>(caller: HashingQueueCaller, work: () => Promise<Result>) => Promise<Result>;

const RETRY_AFTER_S = 2;

/**
 * Runs at most `runningMax` hashing jobs and lets at most `waitingMax` wait. A full queue refuses unknown callers
 * first.
 * @throws {DomainError} `too_many_requests`, also for a job that was waiting.
 * @source accounts.md
 */
export function createHashingQueue(runningMax: number, waitingMax: number): HashingQueue {
  const waiting: Waiting[] = [];
  const running: HashingQueueCaller[] = [];
  const runningOf = ({ bucket }: HashingQueueCaller): number =>
    running.filter((each) => each.bucket === bucket).length;

  const startNext = (): void => {
    const [next] = waiting.toSorted(
      (one, other) =>
        Number(other.caller.isKnown) - Number(one.caller.isKnown) ||
        runningOf(one.caller) - runningOf(other.caller),
    );
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next.caller);
    next.start();
  };

  return async (caller, work) => {
    if (running.length < runningMax) running.push(caller);
    else {
      if (waiting.length >= waitingMax) makeRoom(waiting, caller);
      // A finished job gives its slot to the next waiting job.
      await new Promise<void>((start, fail) => {
        waiting.push({ caller, start, refuse: () => fail(refusal()) });
      });
    }
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(caller), 1);
      startNext();
    }
  };
}

/**
 * Refuses a waiting job to make room for the caller's.
 * @throws {DomainError} when no waiting job has a lower priority.
 */
function makeRoom(waiting: Waiting[], caller: HashingQueueCaller): void {
  const placesOf = ({ bucket }: HashingQueueCaller): number =>
    waiting.filter((each) => each.caller.bucket === bucket).length;
  const [last] = waiting
    .toReversed()
    .toSorted(
      (one, other) =>
        Number(one.caller.isKnown) - Number(other.caller.isKnown) ||
        placesOf(other.caller) - placesOf(one.caller),
    );
  const mayTake =
    last &&
    (last.caller.isKnown === caller.isKnown ? placesOf(last.caller) > placesOf(caller) + 1 : caller.isKnown);
  if (!mayTake) throw refusal();
  waiting.splice(waiting.indexOf(last), 1);
  last.refuse();
}

function refusal(): DomainError {
  return new DomainError('too_many_requests', { retryAfterSeconds: RETRY_AFTER_S });
}
