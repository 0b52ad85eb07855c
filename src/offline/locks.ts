import { abortReason } from '../lib/abort-reason.ts';
import { newKey } from '../lib/new-key.ts';
import { holdLock, type LockBody } from '../lib/tab-lock.ts';
import { changeRecords } from './idb.ts';

/** The lock between tabs also for browsers without Web Locks: a row of the database stands in. */

const LEASE_MS = 10_000;
const LEASE_RENEW_MS = 3_000;
const LEASE_ASK_MS = 200;

/**
 * Runs `body` while no other tab runs one under the same name.
 *
 * @throws whatever `body` throws, and what `holdLock` does.
 */
export function withLock<T>(name: string, body: LockBody<T>): Promise<T> {
  return holdLock(name, body, (held, end, signal) => withLease(name, held, end, signal));
}

/** A row with an end, renewed while the body runs. */
async function withLease<T>(
  name: string,
  held: () => Promise<T>,
  end: () => void,
  signal: AbortSignal,
): Promise<T> {
  const key = `lease|${name}`;
  const holder = newKey();
  // A full disk keeps no lease; then the body runs at once, as it would alone.
  const take = () =>
    changeRecords<{ holder: string; untilMs: number }, boolean>(key, (records) => {
      const lease = records[0]?.[1];
      if (lease && lease.holder !== holder && lease.untilMs > Date.now()) return { result: false };
      return { put: [[key, { holder, untilMs: Date.now() + LEASE_MS }]], result: true };
    }).then(
      ({ result }) => result,
      () => true,
    );
  while (!(await take())) {
    await new Promise((resolve) => setTimeout(resolve, LEASE_ASK_MS));
    if (signal.aborted) throw abortReason(signal);
  }
  // A tab that slept past its lease finds another holder when it wakes.
  const renewal = setInterval(() => void take().then((isOurs) => isOurs || end()), LEASE_RENEW_MS);
  try {
    return await held();
  } finally {
    clearInterval(renewal);
    await changeRecords<{ holder: string }, void>(key, (records) => ({
      remove: records[0]?.[1].holder === holder ? [key] : [],
      result: undefined,
    })).catch(() => undefined);
  }
}
