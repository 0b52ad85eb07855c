import { createStore, delMany, entries, set, type UseStore, update } from 'idb-keyval';
import type { OpsPickupListReply } from '#contract/schemas/ops-pickup.ts';

/** What the counter keeps on the phone, under the operator's name: the day's list, and hand-outs without an answer. */

export type PickupListRow = OpsPickupListReply['data'][number];

/** A centre's list as it was read. */
export interface StoredList {
  operator: string;
  centre: string;
  /** Of the wall in Lagos, `2026-11-25`: the list goes with it. */
  day: string;
  /** ISO 8601, by the phone's clock. */
  takenAt: string;
  rows: readonly PickupListRow[];
}

/** Goods that were given out here, and what is not known or not seen of it yet. */
export interface HandOut {
  /** The act's: however often it is sent, it is done once. */
  key: string;
  operator: string;
  trackingNumber: string;
  name: string;
  /** Null once it is answered. */
  code: string | null;
  lines: readonly number[];
  /** When somebody pressed the button, by the phone's clock. ISO 8601. */
  at: string;
  /** Null: no answer yet. Else what the shop refused of it, until somebody has seen it. */
  told: string | null;
}

const LIST = 'list ';
const HAND_OUT = 'hand-out ';

let opened: UseStore | undefined;
/** A browser that forbids its database throws, also here. */
const store = () => {
  opened ??= createStore('ops-pickup', 'records');
  return opened;
};

/** @throws {DOMException} when the browser keeps nothing. */
export async function readHandOuts(operator: string): Promise<HandOut[]> {
  const all = await entries<string, HandOut>(store());
  return all
    .filter(([key, value]) => key.startsWith(HAND_OUT) && value.operator === operator)
    .map(([, value]) => value)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** @throws {DOMException} when the browser keeps nothing. */
export async function writeHandOut(handOut: HandOut): Promise<void> {
  await set(HAND_OUT + handOut.key, handOut, store());
}

export async function deleteHandOut({ key }: HandOut): Promise<void> {
  await delMany([HAND_OUT + key], store()).catch(() => undefined);
}

/** A phone that keeps nothing works with its line alone. */
export async function storeList(list: StoredList): Promise<void> {
  await set(LIST + list.operator, list, store()).catch(() => undefined);
}

/** Changes the rows of the operator's list, where one is kept. */
export async function updateStoredList(
  operator: string,
  change: (row: PickupListRow) => PickupListRow,
): Promise<void> {
  if (!(await readLists()).some((list) => list.operator === operator)) return;
  const changed = (list?: StoredList) => (list ? { ...list, rows: list.rows.map(change) } : list);
  // The type has no list that another tab has deleted meanwhile.
  await update(LIST + operator, changed as (list?: StoredList) => StoredList, store()).catch(() => undefined);
}

/** @returns the operator's list of this centre and day, where there is one. */
export async function readList(operator: string, centre: string): Promise<StoredList | undefined> {
  const found = (await readLists()).find((list) => list.operator === operator && list.centre === centre);
  return found?.day === lagosDay() ? found : undefined;
}

/** Lists of other operators and other days go; without a name, all go. */
export async function deleteLists(except?: string): Promise<void> {
  const over = (await readLists()).filter(({ operator, day }) => operator !== except || day !== lagosDay());
  const keys = over.map(({ operator }) => LIST + operator);
  if (keys.length > 0) await delMany(keys, store()).catch(() => undefined);
}

async function readLists(): Promise<StoredList[]> {
  const all = await entries<string, StoredList>(store()).catch(() => []);
  return all.filter(([key]) => key.startsWith(LIST)).map(([, list]) => list);
}

/** `2026-11-25`, in Lagos. */
export function lagosDay(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());
}
