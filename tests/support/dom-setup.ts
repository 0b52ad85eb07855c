import { randomUUID } from 'node:crypto';
import { BroadcastChannel, MessageChannel } from 'node:worker_threads';
import 'fake-indexeddb/auto';
import './count-renders.ts';
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
// What readers are told stands in the page a second time.
configure({ asyncUtilTimeout: PATIENCE_MS, defaultIgnore: 'script, style, [data-announcer]' });
const { waitFor } = vi;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
afterEach(cleanup);
