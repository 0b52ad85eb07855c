import { onlineManager } from '@tanstack/react-query';
import { act, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLazyComponent } from './use-lazy-component.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a part whose code did not come is asked for again after five seconds', async () => {
  const Part = () => null;
  const load = vi
    .fn<() => Promise<{ default: typeof Part }>>()
    .mockRejectedValueOnce(new TypeError('no line'));
  load.mockResolvedValue({ default: Part });
  const { result } = renderHook(() => useLazyComponent(load));
  await pass(4_999);
  expect(result.current).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(result.current).not.toBeNull();
});

test('a part that never comes is asked for less and less often, at last once a minute', async () => {
  const load = vi.fn(async () => Promise.reject(new TypeError('no such file')));
  renderHook(() => useLazyComponent(load));
  await pass(75_000);
  expect(load).toHaveBeenCalledTimes(5);
  await pass(10 * 60_000);
  expect(load).toHaveBeenCalledTimes(15);
});

test('it is asked for at once when the line is back, and once it is there no more', async () => {
  const Part = () => null;
  const load = vi
    .fn<() => Promise<{ default: typeof Part }>>()
    .mockRejectedValueOnce(new TypeError('no line'));
  load.mockResolvedValue({ default: Part });
  onlineManager.setOnline(false);
  const { result } = renderHook(() => useLazyComponent(load));
  await pass(0);
  expect(load).toHaveBeenCalledTimes(1);
  act(() => onlineManager.setOnline(true));
  await pass(0);
  expect(result.current).not.toBeNull();
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await pass(10_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a line that goes asks for nothing', async () => {
  const load = vi.fn(() => new Promise<never>(() => undefined));
  renderHook(() => useLazyComponent(load));
  await pass(0);
  onlineManager.setOnline(false);
  await pass(0);
  expect(load).toHaveBeenCalledTimes(1);
  onlineManager.setOnline(true);
});

test('a part that is not wanted yet costs nothing', async () => {
  const load = vi.fn(async () => ({ default: () => null }));
  const { rerender } = renderHook(({ isWanted }) => useLazyComponent(load, isWanted), {
    initialProps: { isWanted: false },
  });
  await pass(10_000);
  expect(load).not.toHaveBeenCalled();
  rerender({ isWanted: true });
  await pass(0);
  expect(load).toHaveBeenCalledOnce();
});

test('a part that cannot be drawn is missing, and takes nothing else away', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = async () => ({
    default: () => {
      throw new Error('a row that nobody understands');
    },
  });
  function Page() {
    const Part = useLazyComponent(load);
    return <main>The page{Part && <Part />}</main>;
  }
  const { container } = render(<Page />);
  await pass(0);
  expect(console.error).toHaveBeenCalled();
  expect(container.textContent).toBe('The page');
  vi.restoreAllMocks();
});
