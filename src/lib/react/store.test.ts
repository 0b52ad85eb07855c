import { expect, test, vi } from 'vitest';
import { createEventChannel, createObservableStore } from './store.ts';

test('a store tells every change until one stops listening', () => {
  const store = createObservableStore(1);
  const seen: number[] = [];
  const stop = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  stop();
  store.set(3);
  expect(seen).toEqual([2]);
  expect(store.get()).toBe(3);
});

test('who goes while a signal is told hears no more, who comes hears the next one', () => {
  const signal = createEventChannel<[string]>();
  const [late, gone] = [vi.fn(), vi.fn()];
  const stops: (() => void)[] = [];
  const stopFirst = signal.listen(() => {
    stopFirst();
    for (const stop of stops) stop();
    signal.listen(late);
  });
  stops.push(signal.listen(gone));
  signal.emit('first');
  expect(gone).not.toHaveBeenCalled();
  expect(late).not.toHaveBeenCalled();
  signal.emit('second');
  expect(late).toHaveBeenCalledExactlyOnceWith('second');
});

test('a signal knows whether anybody listens', () => {
  const signal = createEventChannel();
  const stop = signal.listen(() => {});
  expect(signal.isHeard()).toBe(true);
  stop();
  expect(signal.isHeard()).toBe(false);
});
