import { createStore } from '../../lib/store.ts';
import type { Command, Outcome } from './command.ts';

/** The waiting commands as this tab shows them, and who waits for their answers. */

interface Shown {
  /** What lies in the storage, but for what is answered: such rows go a moment later, and are read again until then. */
  stored: readonly Command[];
  waiting: readonly Command[];
  unwritten: readonly Command[];
  isRead: boolean;
}

export class OutboxView {
  readonly #shown = createStore<Shown>({ stored: [], waiting: [], unwritten: [], isRead: false });
  readonly #answered = new Set<string>();
  readonly #waiters = new Map<string, (outcome: Outcome) => void>();
  readonly #melt: (commands: readonly Command[]) => readonly Command[];

  /** @param melt what of the stored commands is to be sent. */
  constructor(melt: (commands: readonly Command[]) => readonly Command[]) {
    this.#melt = melt;
  }

  readonly subscribe = this.#shown.subscribe;
  /** The waiting commands, oldest first. The same array until something changes. */
  readonly waiting = () => this.#shown.get().waiting;
  /** The taps whose rows are being written, oldest first. The same array until something changes. */
  readonly unwritten = () => this.#shown.get().unwritten;
  /** Whether what an earlier page left is among the waiting commands: a figure shown before may be false. */
  readonly isRead = () => this.#shown.get().isRead;
  readonly hasRows = () => this.#shown.get().stored.length > 0;

  /** Two taps in one millisecond keep their order, and those of a phone whose clock jumped back. */
  nextInstant(): number {
    const { stored, unwritten } = this.#shown.get();
    const instants = [...stored, ...unwritten].map(({ createdAt }) => createdAt + 1);
    return Math.max(Date.now(), ...instants);
  }

  /** The storage was read, or keeps this page waiting too long. */
  noteRead(): void {
    if (!this.isRead()) this.#change({ isRead: true });
  }

  /** Shows what the storage holds. */
  show(commands: readonly Command[]): void {
    const stored = commands.filter(({ id }) => !this.#answered.has(id));
    if (stored.length > 0 || this.hasRows()) this.#change({ stored });
    this.noteRead();
  }

  /** A tap was made; its row is being written. One that was refused before, for want of an answer, is shown again. */
  beginWriting(command: Command): void {
    this.#answered.delete(command.id);
    this.#change({ unwritten: [...this.unwritten(), command] });
  }

  /**
   * The writing ended. Who waits for what melted away by it hears so: it is not sent.
   *
   * @param isKept false: it is not promised, and not shown.
   */
  endWriting(command: Command, isKept: boolean): void {
    const { stored: before, waiting } = this.#shown.get();
    const isNew = isKept && !this.#answered.has(command.id) && !before.some(({ id }) => id === command.id);
    const stored = isNew ? [...before, command] : before;
    this.#change({ stored, unwritten: this.unwritten().filter(({ id }) => id !== command.id) });
    const isMolten = ({ id }: Command) => !this.waiting().some((other) => other.id === id);
    for (const other of waiting) if (isMolten(other)) this.settle(other.id, { kind: 'waiting' });
    if (isNew && isMolten(command)) this.settle(command.id, { kind: 'done', reply: null });
  }

  /** Takes an answered command out of the view at once and for good, before its row is gone. */
  hide(id: string): void {
    this.#answered.add(id);
    this.show(this.#shown.get().stored);
  }

  outcomeOf(id: string): Promise<Outcome> {
    return new Promise((resolve) => this.#waiters.set(id, resolve));
  }

  /** Whether somebody in this tab waits for the answer, and tells it where the shopper acted. */
  isAwaited(id: string): boolean {
    return this.#waiters.has(id);
  }

  settle(id: string, outcome: Outcome): void {
    this.#waiters.get(id)?.(outcome);
    this.#waiters.delete(id);
  }

  /** The shopper is another one or gone: nobody here waits any more. */
  forgetAll(): void {
    for (const id of [...this.#waiters.keys()]) this.settle(id, { kind: 'waiting' });
    this.#change({ stored: [], unwritten: [] });
  }

  #change(part: Partial<Omit<Shown, 'waiting'>>): void {
    const waiting = part.stored ? this.#melt(part.stored) : this.waiting();
    this.#shown.set({ ...this.#shown.get(), ...part, waiting });
  }
}
