import { beforeEach, expect, test, vi } from 'vitest';
import { attachToastHost, dismissToasts, onFirstToast, showToast, wasToastShown } from './toast.ts';

let detach: () => void = () => undefined;

beforeEach(() => {
  detach();
  dismissToasts();
});

function attach() {
  const host = { show: vi.fn(), dismiss: vi.fn() };
  detach = attachToastHost(host);
  return { ...host, messages: () => host.show.mock.calls.map(([request]) => request.message) };
}

test('the library is asked for with the first toast, and not before', () => {
  const handle = vi.fn();
  const stop = onFirstToast(handle);
  expect(handle).not.toHaveBeenCalled();
  showToast({ kind: 'info', message: 'one' });
  expect(handle).toHaveBeenCalledOnce();
  stop();
  const late = vi.fn();
  onFirstToast(late)();
  expect(late).toHaveBeenCalledOnce();
});

test('what came before the library is shown with it, once; what comes later at once', () => {
  showToast({ kind: 'info', message: 'one' });
  const first = attach();
  expect(first.messages()).toEqual(['one']);
  showToast({ kind: 'info', message: 'two' });
  expect(first.messages()).toEqual(['one', 'two']);
  detach();
  expect(attach().messages()).toEqual([]);
});

test('a host that goes late does not take its successor along', () => {
  attach();
  const leave = detach;
  const next = attach();
  leave();
  showToast({ kind: 'info', message: 'one' });
  expect(next.messages()).toEqual(['one']);
});

test('one of those that wait can be taken back, or all', () => {
  for (const id of ['a', 'b']) showToast({ kind: 'info', message: id, id });
  dismissToasts('a');
  const host = attach();
  expect(host.messages()).toEqual(['b']);
  dismissToasts('b');
  expect(host.dismiss).toHaveBeenLastCalledWith('b');
  detach();
  showToast({ kind: 'info', message: 'c' });
  dismissToasts();
  expect(attach().messages()).toEqual([]);
});

test('what was shown is known by its id until everything is dismissed', () => {
  showToast({ kind: 'info', message: 'one' });
  showToast({ kind: 'info', message: 'two', id: 'a' });
  expect([wasToastShown('a'), wasToastShown('b')]).toEqual([true, false]);
  dismissToasts('a');
  expect(wasToastShown('a')).toBe(true);
  dismissToasts();
  expect(wasToastShown('a')).toBe(false);
});
