import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type {
  SandboxCheckoutSession,
  SandboxFileLine,
  SandboxPayout,
  SandboxReversal,
  SandboxScenario,
  SandboxTransaction,
  SandboxWebhookDelivery,
} from './sandbox-records.ts';
import { DEFAULT_SANDBOX_SCENARIO } from './sandbox-records.ts';

interface SandboxState {
  sessions: Map<string, SandboxCheckoutSession>;
  transactions: Map<number, SandboxTransaction>;
  /** The simulated refunds and chargebacks, by `kind:id`. */
  reversals: Map<string, SandboxReversal>;
  settlements: Map<number, SandboxPayout>;
  deliveries: Map<string, SandboxWebhookDelivery>;
  scenario: SandboxScenario;
}

export interface SandboxStore {
  /** All stored records. A new record is added only once it is on disk. */
  readonly state: SandboxState;
  /** Stores records. Resolves once they are on disk (fsync) and in `state`. */
  append(...records: SandboxFileLine[]): Promise<void>;
  /** Reads records that another process has appended. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Stores the sandbox's records in an append-only file of JSON lines, so that a kill loses no confirmed record.
 * @throws when the folder cannot be written.
 */
export async function openSandboxStore(file: string): Promise<SandboxStore> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  const state = emptyState();
  let readBytes = 0;
  let waiting: { text: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let tail: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = tail.then(work, work);
    tail = result.catch(() => undefined);
    return result;
  };

  const readOn = async () => {
    const { size } = await handle.stat();
    if (size <= readBytes) return;
    const bytes = Buffer.alloc(size - readBytes);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, readBytes);
    const end = bytes.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    readBytes += end;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) applyLine(state, line);
  };

  // All records that arrive during one write are stored together by the next write.
  const writeGathered = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      await handle.appendFile(batch.map((one) => one.text).join(''));
      await handle.datasync();
      await readOn();
      for (const one of batch) one.resolve();
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  };

  await readOn();
  // A killed process may have left an incomplete line; a newline separates it from the next record.
  if ((await handle.stat()).size > readBytes) await handle.appendFile('\n');

  return {
    state,
    append: (...records) =>
      new Promise((resolve, reject) => {
        waiting.push({ text: records.map((one) => `${JSON.stringify(one)}\n`).join(''), resolve, reject });
        inTurn(writeGathered).catch(reject);
      }),
    refresh: () => inTurn(readOn),
    close: () => inTurn(() => handle.close()),
  };
}

export const formatSandboxReversalKey = ({ kind, id }: Pick<SandboxReversal, 'kind' | 'id'>): string =>
  `${kind}:${id}`;

function emptyState(): SandboxState {
  return {
    sessions: new Map(),
    transactions: new Map(),
    reversals: new Map(),
    settlements: new Map(),
    deliveries: new Map(),
    scenario: DEFAULT_SANDBOX_SCENARIO,
  };
}

function applyLine(state: SandboxState, line: string): void {
  if (line === '') return;
  let record: SandboxFileLine;
  try {
    record = JSON.parse(line);
  } catch {
    return;
  }
  if (record.kind === 'session') state.sessions.set(record.value.id, record.value);
  if (record.kind === 'transaction') state.transactions.set(record.value.id, record.value);
  if (record.kind === 'reversal') state.reversals.set(formatSandboxReversalKey(record.value), record.value);
  if (record.kind === 'settlement') state.settlements.set(record.value.id, record.value);
  if (record.kind === 'delivery') state.deliveries.set(record.value.id, record.value);
  if (record.kind === 'scenario') state.scenario = record.value;
  if (record.kind === 'reset') Object.assign(state, emptyState());
}
