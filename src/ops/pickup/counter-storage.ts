import { createStore, delMany, entries, set, type UseStore, update } from 'idb-keyval';
import type { OpsPickupListReply } from '#contract/schemas/ops/pickup.ts';

/** Stores the day's pickup list and unanswered hand-outs on the phone, for each operator. */

export type PickupListRow = OpsPickupListReply['data'][number];

/** A centre's pickup list as it was loaded, stored on the phone. */
export interface StoredPickupList {
  operator: string;
  centre: string;
  /** The day in Lagos for which the list is valid, such as `2026-11-25`; it is deleted afterwards. */
  day: string;
  /** Time of loading by the phone's clock, ISO 8601. */
  takenAt: string;
  rows: readonly PickupListRow[];
}

/** A hand-out on this phone that the server has not answered, or whose refusal the operator has not seen. */
export interface StoredHandOut {
  /** Idempotency key. All attempts to send the hand-out use it, so that the server records it once. */
  key: string;
  operator: string;
  trackingNumber: string;
  name: string;
  /** The pickup code; null once the server has answered, because it is no longer needed. */
  code: string | null;
  lines: readonly number[];
  /** Time at which the operator confirmed the hand-out, by the phone's clock, ISO 8601. */
  at: string;
  /** Why the server refused the hand-out, until the operator has seen it; null: the server has not answered yet. */
  told: string | null;
}

const LIST = 'list ';
const HAND_OUT = 'hand-out ';

let opened: UseStore | undefined;
/** The database is opened on first use, because opening it throws in a browser that forbids it. */
const store = () => {
  opened ??= createStore('ops-pickup', 'records');
  return opened;
};

/** Reads all operators' hand-outs, oldest first. @throws {DOMException} when the browser cannot store data. */
export async function readStoredHandOuts(): Promise<StoredHandOut[]> {
  const all = await entries<string, StoredHandOut>(store());
  return all
    .filter(([key]) => key.startsWith(HAND_OUT))
    .map(([, value]) => value)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** @throws {DOMException} when the browser cannot store data. */
export async function storeHandOut(handOut: StoredHandOut): Promise<void> {
  await set(HAND_OUT + handOut.key, handOut, store());
}

export async function deleteStoredHandOut({ key }: StoredHandOut): Promise<void> {
  await delMany([HAND_OUT + key], store()).catch(() => undefined);
}

/**
 * Stores the centre's orders for work without a connection. A failure is ignored: the counter then works online only.
 */
export async function storePickupList(list: StoredPickupList): Promise<void> {
  await set(LIST + list.operator, list, store()).catch(() => undefined);
}

/** Changes the rows of the operator's stored pickup list, if there is one. */
export async function updateStoredPickupList(
  operator: string,
  change: (row: PickupListRow) => PickupListRow,
): Promise<void> {
  if (!(await readLists()).some((list) => list.operator === operator)) return;
  const changed = (list?: StoredPickupList) => (list ? { ...list, rows: list.rows.map(change) } : list);
  // The stored list may be undefined, although the library's type excludes it, because another tab may have deleted the
  // list.
  await update(LIST + operator, changed as (list?: StoredPickupList) => StoredPickupList, store()).catch(
    () => undefined,
  );
}

/** @returns the operator's stored pickup list of this centre and day, if any. */
export async function readStoredPickupList(
  operator: string,
  centre: string,
): Promise<StoredPickupList | undefined> {
  const found = (await readLists()).find((list) => list.operator === operator && list.centre === centre);
  return found?.day === getTodayInLagos() ? found : undefined;
}

/** Deletes the stored pickup lists of other operators and other days; without a name, all of them. */
export async function deleteStoredPickupLists(exceptOperator?: string): Promise<void> {
  const over = (await readLists()).filter(
    ({ operator, day }) => operator !== exceptOperator || day !== getTodayInLagos(),
  );
  const keys = over.map(({ operator }) => LIST + operator);
  if (keys.length > 0) await delMany(keys, store()).catch(() => undefined);
}

async function readLists(): Promise<StoredPickupList[]> {
  const all = await entries<string, StoredPickupList>(store()).catch(() => []);
  return all.filter(([key]) => key.startsWith(LIST)).map(([, list]) => list);
}

/** Returns today's date in Lagos, `2026-11-25`. */
export function getTodayInLagos(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());
}
