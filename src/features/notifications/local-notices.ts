import type { Notification } from '#contract/schemas/notification.ts';
import type { LocalFact } from '../../lib/local-facts.ts';
import { newKey } from '../../lib/new-key.ts';
import { deleteRecord, listRecords, writeRecord } from '../../offline/idb.ts';
import { newestTime } from './notification-view.ts';

/**
 * Notifications made on this phone, under a generated id, kept in IndexedDB (`ln|user|id`) until the server's
 * notice of the same fact takes their place, they are deleted, or a week is over.
 *
 * @source spec section 4 (Notifications), offline.md section 2
 */

const KEPT = 50;
const KEPT_MS = 7 * 24 * 60 * 60_000;

let owner: string | null = null;
let notices: readonly Notification[] = [];
const listeners = new Set<() => void>();

export function subscribeLocalNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Newest first. The same list until something changes. */
export function localNotices(): readonly Notification[] {
  return notices;
}

export function isLocalNotice(id: string): boolean {
  return notices.some((notice) => notice._id === id);
}

/** Takes up what is stored for a shopper; null: nobody, the memory is emptied. */
export async function adoptLocalNotices(userId: string | null): Promise<void> {
  owner = userId;
  replace([]);
  if (userId === null) return;
  const records = await listRecords<Notification>(prefixOf(userId));
  if (owner !== userId) return;
  const youngestMs = Date.now() - KEPT_MS;
  const read = records.map(([, notice]) => notice).sort(newestFirst);
  const kept = read.filter((notice, index) => index < KEPT && Date.parse(notice.createdAt) >= youngestMs);
  replace([...notices, ...kept].sort(newestFirst));
  for (const notice of read) if (!kept.includes(notice)) forget(userId, notice._id);
}

/**
 * Puts a notice in front: generated id, unread, now. A fact that is known already is left as it is.
 *
 * @param known the server's notices: a phone whose clock is slow must not date the notice before what is shown.
 */
export function addLocalNotice(fact: LocalFact, known: readonly Notification[]): void {
  if (owner === null || notices.some((notice) => notice.factKey === fact.factKey)) return;
  const newest = newestTime([...known, ...notices]);
  const notice: Notification = {
    ...fact,
    _id: newKey(),
    read: false,
    readAt: null,
    createdAt: new Date(Math.max(Date.now(), newest === null ? 0 : Date.parse(newest) + 1)).toISOString(),
    timeAgo: 'Just now',
  };
  const dropped = notices.slice(KEPT - 1);
  replace([notice, ...notices.slice(0, KEPT - 1)]);
  keep(owner, notice);
  for (const { _id } of dropped) forget(owner, _id);
}

export function readLocalNotices(isMeant: (notice: Notification) => boolean): void {
  const readAt = new Date().toISOString();
  replace(
    notices.map((notice) => {
      if (notice.read || !isMeant(notice)) return notice;
      const read = { ...notice, read: true, readAt };
      if (owner !== null) keep(owner, read);
      return read;
    }),
  );
}

export function removeLocalNotices(isMeant: (notice: Notification) => boolean): void {
  const removed = notices.filter(isMeant);
  if (removed.length === 0) return;
  replace(notices.filter((notice) => !isMeant(notice)));
  for (const { _id } of removed) if (owner !== null) forget(owner, _id);
}

/** A full disk costs a notice only its next start: the list in memory has it. */
function keep(userId: string, notice: Notification): void {
  writeRecord(keyOf(userId, notice._id), notice).catch(() => undefined);
}

function forget(userId: string, id: string): void {
  deleteRecord(keyOf(userId, id)).catch(() => undefined);
}

function prefixOf(userId: string): string {
  return `ln|${userId}|`;
}

function keyOf(userId: string, id: string): string {
  return prefixOf(userId) + id;
}

function newestFirst(a: Notification, b: Notification): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt);
}

function replace(next: readonly Notification[]): void {
  notices = next;
  for (const listener of listeners) listener();
}
