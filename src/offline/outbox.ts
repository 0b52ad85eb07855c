import { onlineManager } from '@tanstack/react-query';
import { newKey } from '../lib/new-key.ts';
import { sessionUserId } from '../lib/session.ts';
import { NotKeptError } from './durable-rows.ts';
import { onDiskBack } from './idb.ts';
import {
  type CommandEnd,
  type DrainSettings,
  drain,
  expire,
  forgetLostLine,
  forgetPaces,
  senderOf,
  sendNow,
  setDrainSettings,
} from './outbox-drain.ts';
import { type Command, draftCommand, type Intent, type OutboxScope } from './outbox-queue.ts';
import {
  addCommand,
  dropCommand,
  dropCommands,
  isKnown,
  listCommands,
  noteDraft,
  setScopes,
  takeUpCommands,
} from './outbox-store.ts';
import {
  awaitOutcome,
  endUnwritten,
  forgetAll,
  hideCommand,
  noteOutboxRead,
  noteUnwritten,
  type Outcome,
  settle,
  showStored,
  waitingCommands,
} from './outbox-view.ts';

/**
 * The outbox: an intent is written down first, then sent, and repeated under the same key until the server
 * answered. A feature gives its scope and the sender of it, and reads its view as `reduce(waiting commands, server data)`.
 */

interface Settings extends Omit<DrainSettings, 'onChange' | 'onEnd'> {
  /** Every scope of the shop: what else lies on the disk is left alone. */
  scopes: readonly OutboxScope[];
}

/** What tabs tell each other. */
type OutboxMessage = { kind: 'changed' } | { kind: 'ended'; end: CommandEnd };

/** As long as the saved answers are waited for: what the disk tells later is shown then. */
const READ_WAIT_MS = 600;

let settings: Settings | null = null;
let noteStart: () => void = () => {};
/** The outbox's start comes after the first paint: a tap before it is noted, and written then. */
const started = new Promise<void>((resolve) => {
  noteStart = resolve;
});
let owner: string | null = null;
let channel: BroadcastChannel | null = null;
let writing: Promise<unknown> = started;
let draftedAtMs = 0;

function tellTabs(message: OutboxMessage): void {
  channel?.postMessage(message);
}

async function reload(): Promise<void> {
  const userId = settings?.userId() ?? null;
  // At the start there is nothing of anybody else: a tap that came first, and who waits for it, stay.
  if (userId !== owner && owner !== null) forgetAll();
  owner = userId;
  if (userId === null) return;
  const commands = await listCommands(userId);
  if (owner === userId) showStored(commands);
}

/** Reads the shopper's commands for the first time and tells of those that were lost. */
async function adopt(): Promise<void> {
  const userId = settings?.userId() ?? null;
  if (userId !== null && userId !== owner) {
    forgetPaces();
    const lost = await takeUpCommands(userId, Date.now()).catch(() => 0);
    if (lost > 0) settings?.onExpired(lost);
  }
  await reload();
}

/**
 * Writes the intent down, behind what waits in its scope, and sends it. `waitingCommands` shows it once it is written: a figure that a shopper has
 * seen outlives a phone that is killed in the next moment.
 *
 * @param key the Idempotency-Key; given to repeat a command that ended without an answer of the server.
 * @returns when the server answered, or when it is sure that the command has to wait.
 * @throws {NotKeptError} when nothing on this phone can save the command, and it could not be sent at once.
 */
export async function submit<I extends Intent>(
  scope: OutboxScope<I>,
  intent: NoInfer<I>,
  key = newKey(),
): Promise<Outcome> {
  const userId = settings ? settings.userId() : sessionUserId();
  if (userId === null) throw new Error('nobody is signed in');
  const draft = draftCommand(scope, intent, userId, key, nextInstant());
  // In the task of the tap: a page that is left in the next moment writes no row any more.
  noteDraft(draft);
  noteUnwritten(draft);
  // From here on: a drain that is under way may answer the row before its writing is heard of.
  const outcome = awaitOutcome(draft.id);
  // One after the other, so that the taps keep their order.
  const written = writing.then(() => addCommand(scope, draft, onlineManager.isOnline()));
  writing = written.catch(() => undefined);
  const notTried = () => settle(draft.id, { kind: 'waiting' });
  try {
    const { command, dropped } = await written.finally(async () => {
      endUnwritten(draft, await listCommands(userId));
      tellTabs({ kind: 'changed' });
    });
    for (const gone of dropped) settle(gone.id, { kind: 'waiting' });
    if (!command) settle(draft.id, { kind: 'done', reply: null });
    else if (!onlineManager.isOnline()) notTried();
    // A command behind one that has to wait is not tried at all.
    else void (command.isOnlineOnly ? sendNow() : drain()).then(notTried);
    return await orNotKept(command, await outcome);
  } catch (error) {
    notTried();
    throw error;
  }
}

/** @throws {NotKeptError} for a command that neither reached the server nor can wait. */
async function orNotKept(command: Command | null, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind === 'refused' && outcome.error instanceof NotKeptError) throw outcome.error;
  if (outcome.kind !== 'waiting' || !command?.isOnlineOnly) return outcome;
  await dropCommand(command);
  await reload();
  throw new NotKeptError('not sent, and not saved');
}

/** Two taps in one millisecond keep their order: what is left of them is sorted by it. */
function nextInstant(): number {
  const now = Date.now();
  draftedAtMs = now <= draftedAtMs && draftedAtMs - now < 1_000 ? draftedAtMs + 1 : now;
  return draftedAtMs;
}

/** Starts the outbox of this tab and sends what an earlier one left. Call once, in the browser only. */
export function startOutbox(given: Settings): void {
  settings = given;
  setScopes(given.scopes);
  setDrainSettings({
    ...given,
    onChange: async () => {
      await reload();
      tellTabs({ kind: 'changed' });
    },
    onEnd: (end) => tellTabs({ kind: 'ended', end }),
  });
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('app-outbox');
    channel.onmessage = ({ data }: MessageEvent<OutboxMessage>) => {
      if (data.kind === 'ended') {
        if (!isKnown(data.end.command, settings?.userId() ?? '')) return;
        senderOf(data.end.command.scope)?.onEndElsewhere?.(data.end);
        hideCommand(data.end.command.id);
      } else if (document.visibilityState === 'visible') {
        // A hidden tab reads once it is seen. A frozen one hears too, but never ends what it begins: its reading
        // would keep the database from the tab that sends.
        void reload();
      }
    };
  }
  onDiskBack(wakeOutbox);
  onlineManager.subscribe((isOnline) => {
    if (isOnline) wakeOutbox();
  });
  for (const event of ['online', 'pageshow'] as const) addEventListener(event, wakeOutbox);
  document.addEventListener('resume', wakeOutbox);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wakeOutbox();
  });
  void adopt().then(drain);
  setTimeout(noteOutboxRead, READ_WAIT_MS);
  noteStart();
}

/** The line is back, or may be: after an answer of the server, a socket's connect, on waking. */
export function wakeOutbox(): void {
  if (!settings) return;
  forgetLostLine();
  void wake();
}

async function wake(): Promise<void> {
  await reload();
  await expire();
  if (waitingCommands().length > 0) await drain();
}

/** The server answered something: if anything waits, now is its time. */
export function noteServerAnswer(): void {
  if (waitingCommands().length > 0) wakeOutbox();
}

/** After a sign-in, a sign-out or a user switch: the list follows the stored user. */
export async function adoptUser(): Promise<void> {
  await adopt();
  await drain();
}

/** Drops what a shopper has not sent: they signed out and were told how many changes go. */
export async function clearOutbox(userId: string): Promise<void> {
  await dropCommands(userId);
  await reload();
  tellTabs({ kind: 'changed' });
}
