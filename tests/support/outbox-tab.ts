import { onlineManager } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import {
  type CartCommandPayload,
  cartCommandRules,
} from '../../src/features/cart/data/cart-command-rules.ts';
import {
  type NotificationCommandPayload,
  notificationCommandRules,
} from '../../src/features/notifications/data/notification-command-rules.ts';
import { ApiError, NetworkError } from '../../src/lib/api/api-errors.ts';
import type {
  BroadcastCommandResult,
  CommandOutcome,
  CommandSender,
  OutboxCommand,
} from '../../src/offline/outbox/command.ts';
import { Outbox } from '../../src/offline/outbox/outbox.ts';
import { OfflineStorage } from '../../src/offline/storage/storage.ts';
import { createSampleCartItem } from './cart-samples.ts';
import { createErrorBody } from './error-body.ts';
import { InMemoryLockManager, installLockManager } from './memory-locks.ts';

/** Tabs of one phone use the real outbox and storage; the test acts as the server. */

/** The fake server handles a command or throws a `refusal`. */
export type FakeOutboxServer = (command: OutboxCommand, signal: AbortSignal) => unknown;

/** @returns an error for an unsuccessful reply; status `null` means a lost reply. */
export function createCommandRefusal(
  status: number | null,
  retryAfterMs: number | null = null,
  isFromProxy = false,
) {
  if (status === null) return new NetworkError();
  return new ApiError(
    status,
    isFromProxy ? '<html>' : createErrorBody('bad_request', `${status}`),
    retryAfterMs,
  );
}

const line = (productId: string) => ({ productId, variant: null, sellingUnitName: null });

export const createSetQuantityFields = (quantity: number, productId = 'rice'): CartCommandPayload => ({
  type: 'cart.set',
  line: line(productId),
  body: { productId, quantity },
});

export const addRiceFields: CartCommandPayload = {
  type: 'cart.add',
  line: line('rice'),
  body: { productId: 'rice', quantity: 1 },
  preview: createSampleCartItem('rice', 1, 1_000),
  baseQuantity: 0,
};

/** This server never answers. */
export const neverAnsweringServer: FakeOutboxServer = () => new Promise(() => {});

/** Waits until neither the view nor the disk has a pending command, so that no tab works on in the next test. */
export async function waitForIdleOutbox({
  outbox,
  storage,
}: {
  outbox: Outbox;
  storage: OfflineStorage;
}): Promise<void> {
  await expect
    .poll(async () => [outbox.view.waiting().length, (await storage.list('ob|')).length])
    .toEqual([0, 0]);
}

export interface OutboxTestPhone {
  /** Shopper stored on the phone. */
  userId: string | null;
  /** Opens another tab, or restarts the app: a new outbox on the same database. */
  openTab(
    server: FakeOutboxServer,
    more?: Partial<CommandSender>,
    beforeStart?: (submit: Submit) => void,
  ): Promise<OutboxTab>;
}

type Submit = (
  fields: CartCommandPayload | NotificationCommandPayload,
  key?: string,
) => Promise<CommandOutcome>;
interface OutboxTab {
  outbox: Outbox;
  storage: OfflineStorage;
  submit: Submit;
  /** Sent commands, in order. */
  calls: OutboxCommand[];
  answers: {
    done: OutboxCommand[];
    refused: { command: OutboxCommand; isAwaited: boolean }[];
    expired: number;
    /** Counts in the messages about lost changes. */
    losses: number[];
    endsElsewhere: BroadcastCommandResult[];
  };
}

/** Registers the phone of a test file. Each test starts with it empty, online and signed in as Ada. */
export function registerOutboxPhoneForFile(): OutboxTestPhone {
  /** Closes the tabs of a test, so that none reacts to the next test's network, storage or channel. */
  let closing = new AbortController();

  beforeEach(() => {
    localStorage.clear();
    localStorage.setItem('token', 'of-ada');
    localStorage.setItem('user', JSON.stringify({ id: 'ada' }));
    phone.userId = 'ada';
    onlineManager.setOnline(true);
    vi.stubGlobal('indexedDB', new IDBFactory());
    installLockManager(new InMemoryLockManager());
  });
  afterEach(() => {
    closing.abort();
    closing = new AbortController();
    installLockManager(null);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const phone: OutboxTestPhone = {
    userId: 'ada',
    async openTab(server, more = {}, beforeStart = () => {}) {
      const { signal: closed } = closing;
      const storage = new OfflineStorage();
      const outbox = new Outbox(storage);
      const calls: OutboxCommand[] = [];
      const answers: OutboxTab['answers'] = {
        done: [],
        refused: [],
        expired: 0,
        losses: [],
        endsElsewhere: [],
      };
      const sender: CommandSender = {
        send: async (command, signal) => {
          calls.push(command);
          return await server(command, signal);
        },
        onDone: (command) => answers.done.push(command),
        onRefused: (command, _error, isAwaited) => answers.refused.push({ command, isAwaited }),
        onEndElsewhere: (end) => answers.endsElsewhere.push(end),
        ...more,
      };
      outbox.register(cartCommandRules, sender);
      outbox.register(notificationCommandRules, sender);
      const submit: Submit = (fields, key) =>
        'line' in fields
          ? outbox.submit(cartCommandRules, fields, key)
          : outbox.submit(notificationCommandRules, fields, key);
      beforeStart(submit);
      outbox.start({
        userId: () => (closed.aborted ? null : phone.userId),
        onExpired: ({ length }) => {
          answers.expired += length;
          answers.losses.push(length);
        },
        cache: { whenRead: async () => {}, persist: async () => {} },
      });
      return { outbox, storage, submit, calls, answers };
    },
  };
  return phone;
}
