import { randomUUID } from 'node:crypto';
import { BroadcastChannel, MessageChannel } from 'node:worker_threads';
import 'fake-indexeddb/auto';
import './count-renders.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Test files of one process act as different browsers, so none may receive an earlier file's broadcast messages.
const here = randomUUID();
class ChannelOfThisFile extends BroadcastChannel {
  constructor(name: string) {
    super(`${here} ${name}`);
  }
}
Object.assign(globalThis, { BroadcastChannel: ChannelOfThisFile, MessageChannel });

// A busy machine renders slowly, so tests wait longer for an element.
const PATIENCE_MS = 15_000;
// The live region repeats texts of the page for screen readers.
configure({ asyncUtilTimeout: PATIENCE_MS, defaultIgnore: 'script, style, [data-announcer]' });
const { waitFor } = vi;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
afterEach(cleanup);
