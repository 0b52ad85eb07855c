import { randomUUID } from 'node:crypto';
import { BroadcastChannel, MessageChannel } from 'node:worker_threads';
import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// The files of one process are different browsers: none hears what the page of an earlier one says to its tabs.
const here = randomUUID();
class ChannelOfThisFile extends BroadcastChannel {
  constructor(name: string) {
    super(`${here} ${name}`);
  }
}
Object.assign(globalThis, { BroadcastChannel: ChannelOfThisFile, MessageChannel });

// A busy machine draws slowly; a missing element still fails.
const PATIENCE_MS = 5_000;
configure({ asyncUtilTimeout: PATIENCE_MS });
const { waitFor } = vi;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
afterEach(cleanup);
