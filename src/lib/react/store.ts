/** Calls all listeners when an event is emitted. Events are of one kind and have no name. */
export interface EventChannel<Args extends unknown[] = []> {
  emit: (...args: Args) => void;
  /** @returns a function that unsubscribes. */
  listen: (handle: (...args: Args) => void) => () => void;
  isHeard: () => boolean;
}

export function createEventChannel<Args extends unknown[] = []>(): EventChannel<Args> {
  const handles = new Set<(...args: Args) => void>();
  return {
    emit: (...args) => {
      // A listener that is added during an event receives only the next event; a listener that is removed during it is
      // skipped.
      for (const handle of [...handles]) if (handles.has(handle)) handle(...args);
    },
    listen: (handle) => {
      handles.add(handle);
      return () => handles.delete(handle);
    },
    isHeard: () => handles.size > 0,
  };
}

/** Stores a value outside React; `subscribe` and `get` fit `useSyncExternalStore`. */
export interface ObservableStore<Value> {
  /** Returns the same reference until the next `set`. */
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (handle: () => void) => () => void;
}

export function createObservableStore<Value>(initialValue: Value): ObservableStore<Value> {
  let value = initialValue;
  const changed = createEventChannel();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      changed.emit();
    },
    subscribe: changed.listen,
  };
}
