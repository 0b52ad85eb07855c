import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Drawer } from './Drawer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(onClose = () => {}) {
  render(
    <Drawer label="Menu" width="menu" onClose={onClose}>
      {(close) => (
        <button type="button" onClick={close}>
          Close menu
        </button>
      )}
    </Drawer>,
  );
  return screen.getByRole('dialog', { name: 'Menu' }).parentElement as HTMLElement;
}

test('it comes in after 10 ms', () => {
  const layer = open();
  act(() => void vi.advanceTimersByTime(9));
  expect(layer.dataset.state).toBe('out');
  act(() => void vi.advanceTimersByTime(1));
  expect(layer.dataset.state).toBe('in');
});

test('it goes out at once and is closed after 300 ms, once', () => {
  const onClose = vi.fn();
  const layer = open(onClose);
  act(() => void vi.advanceTimersByTime(10));
  act(() => screen.getByRole('button', { name: 'Close menu' }).click());
  act(() => screen.getByRole('button', { name: 'Close menu' }).click());
  expect(layer.dataset.state).toBe('out');
  act(() => void vi.advanceTimersByTime(299));
  expect(onClose).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onClose).toHaveBeenCalledOnce();
});
