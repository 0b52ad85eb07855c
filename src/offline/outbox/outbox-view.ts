import { createObservableStore } from '../../lib/react/store.ts';
import type { CommandOutcome, EndedCommand, OutboxCommand } from './command.ts';

interface Shown {
  /** The commands in the phone's storage, without those that the server has answered. */
  stored: readonly OutboxCommand[];
  waiting: readonly OutboxCommand[];
  unwritten: readonly OutboxCommand[];
  isRead: boolean;
}

/** Stores the queued commands as this tab shows them, and the callers that wait for their results. */
export class DisplayedCommands {
  readonly #shown = createObservableStore<Shown>({ stored: [], waiting: [], unwritten: [], isRead: false });
  readonly #answered = new Set<string>();
  readonly #waiters = new Map<string, (outcome: CommandOutcome) => void>();
  readonly #ends = new Map<string, (end: EndedCommand) => void>();
  readonly #merge: (commands: readonly OutboxCommand[]) => readonly OutboxCommand[];

  /**
   * @param merge combines stored commands where one command can replace several, such as two changes of one quantity.
   */
  constructor(merge: (commands: readonly OutboxCommand[]) => readonly OutboxCommand[]) {
    this.#merge = merge;
  }

  readonly subscribe = this.#shown.subscribe;
  /** The unsent commands, oldest first. The array is the same until something changes. */
  readonly waiting = () => this.#shown.get().waiting;
  /** Commands being written, oldest first. The array is the same until something changes. */
  readonly unwritten = () => this.#shown.get().unwritten;
  /** False until the commands that earlier pages stored are read. Screens must not count the commands before that. */
  readonly isRead = () => this.#shown.get().isRead;
  readonly hasRows = () => this.#shown.get().stored.length > 0;

  /**
   * Returns a time that always grows, so that two taps in one millisecond, or after a clock change, keep their order.
   */
  nextInstant(): number {
    const { stored, unwritten } = this.#shown.get();
    const instants = [...stored, ...unwritten].map(({ createdAt }) => createdAt + 1);
    return Math.max(Date.now(), ...instants);
  }

  /** Marks the stored commands as loaded. Call it when the storage was read, or takes too long to read. */
  noteRead(): void {
    if (!this.isRead()) this.#change({ isRead: true });
  }

  /** Displays the given stored commands, without those that the server has answered. */
  show(commands: readonly OutboxCommand[]): void {
    const stored = commands.filter(({ id }) => !this.#answered.has(id));
    if (stored.length > 0 || this.hasRows()) this.#change({ stored });
    this.noteRead();
  }

  /** Displays a command while it is being written to storage, also one that is submitted again under the same id. */
  beginWriting(command: OutboxCommand): void {
    this.#answered.delete(command.id);
    this.#change({ unwritten: [...this.unwritten(), command] });
  }

  /**
   * Shows a written command as stored, and ends the calls whose commands were merged into it.
   * @param isKept false: the command could not be stored, so the view removes it.
   */
  endWriting(command: OutboxCommand, isKept: boolean): void {
    const { stored: before, waiting } = this.#shown.get();
    const isNew = isKept && !this.#answered.has(command.id) && !before.some(({ id }) => id === command.id);
    const stored = isNew ? [...before, command] : before;
    this.#change({ stored, unwritten: this.unwritten().filter(({ id }) => id !== command.id) });
    const isMolten = ({ id }: OutboxCommand) => !this.waiting().some((other) => other.id === id);
    for (const other of waiting) if (isMolten(other)) this.settle(other.id, { kind: 'waiting' });
    if (isNew && isMolten(command)) this.settle(command.id, { kind: 'done', reply: null });
  }

  /** Removes an answered command from the view at once, before its row is deleted. */
  hide(id: string, end: EndedCommand): void {
    this.#answered.add(id);
    this.#ends.get(id)?.(end);
    this.#ends.delete(id);
    this.show(this.#shown.get().stored);
  }

  outcomeOf(id: string): Promise<CommandOutcome> {
    return new Promise((resolve) => this.#waiters.set(id, resolve));
  }

  /** Resolves with the server's final answer to a queued command, whose sender only got the outcome `waiting`. */
  endOf(id: string): Promise<EndedCommand> {
    return new Promise((resolve) => this.#ends.set(id, resolve));
  }

  /** True when a caller in this tab waits for the response and shows it. */
  isAwaited(id: string): boolean {
    return this.#waiters.has(id);
  }

  settle(id: string, outcome: CommandOutcome): void {
    this.#waiters.get(id)?.(outcome);
    this.#waiters.delete(id);
  }

  /** Ends all calls that wait for a command's result, because the shopper has changed or signed out. */
  forgetAll(): void {
    for (const id of [...this.#waiters.keys()]) this.settle(id, { kind: 'waiting' });
    this.#change({ stored: [], unwritten: [] });
  }

  #change(part: Partial<Omit<Shown, 'waiting'>>): void {
    const waiting = part.stored ? this.#merge(part.stored) : this.waiting();
    this.#shown.set({ ...this.#shown.get(), ...part, waiting });
  }
}
