/** Calls back whoever listens. */
export interface Signal<Told extends unknown[] = []> {
  tell: (...told: Told) => void;
  /** @returns the end of listening. */
  listen: (handle: (...told: Told) => void) => () => void;
  isHeard: () => boolean;
}

export function createSignal<Told extends unknown[] = []>(): Signal<Told> {
  const handles = new Set<(...told: Told) => void>();
  return {
    tell: (...told) => {
      // Who comes while it is told hears the next one; who goes hears no more.
      for (const handle of [...handles]) if (handles.has(handle)) handle(...told);
    },
    listen: (handle) => {
      handles.add(handle);
      return () => handles.delete(handle);
    },
    isHeard: () => handles.size > 0,
  };
}

/** A value outside of React. `subscribe` and `get` are what `useSyncExternalStore` takes. */
export interface Store<Value> {
  /** The same value until it is set anew. */
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (handle: () => void) => () => void;
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const changed = createSignal();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      changed.tell();
    },
    subscribe: changed.listen,
  };
}
