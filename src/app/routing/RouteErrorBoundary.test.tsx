import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLazyRoute, MissingChunkError } from '../../lib/react/lazy-route.tsx';
import { RouteErrorBoundary } from './RouteErrorBoundary.tsx';

const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
/** An import that fails; each browser has its own message for it. */
const missing = () => Promise.reject(new TypeError('Load failed'));

beforeEach(() => {
  reload.mockClear();
  // React logs every error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.mocked(console.error).mockRestore();
});

/** Opens a screen whose code fails to load or to run. @returns its heading. */
async function open(load: () => Promise<{ default: ComponentType }>): Promise<string> {
  const { Component: Screen } = createLazyRoute(load);
  render(
    <RouteErrorBoundary>
      <Suspense>
        <Screen />
      </Suspense>
    </RouteErrorBoundary>,
  );
  await screen.findByRole('alert');
  return words();
}

const words = () => screen.getByRole('heading', { level: 1 }).textContent ?? '';
const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('offline a screen that was never fetched is not downloaded yet, with Retry', async () => {
  onlineManager.setOnline(false);
  expect(await open(missing)).toBe('Not downloaded yet');
  expect(document.title).toBe('Not downloaded yet');
  expect(screen.getByRole('alert').textContent).toContain(
    'This page was not saved on your phone yet. It opens when you are back online.',
  );
  tap('Retry');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a line that turns out to be gone changes the words, and its return opens the screen', async () => {
  expect(await open(missing)).toBe('Something went wrong');
  act(() => onlineManager.setOnline(false));
  // On a busy machine the screen begins to listen only now, and then learns of it.
  await expect.poll(words).toBe('Not downloaded yet');
  expect(reload).not.toHaveBeenCalled();
  act(() => onlineManager.setOnline(true));
  expect(words()).toBe('Not downloaded yet');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a line that goes before the screen listens is noticed too', () => {
  function Missing(): never {
    throw new MissingChunkError();
  }
  function LineGoes() {
    useLayoutEffect(() => onlineManager.setOnline(false), []);
    return null;
  }
  render(
    <>
      <RouteErrorBoundary>
        <Missing />
      </RouteErrorBoundary>
      <LineGoes />
    </>,
  );
  expect(words()).toBe('Not downloaded yet');
});

test('online the shopper may try again', async () => {
  expect(await open(missing)).toBe('Something went wrong');
  tap('Try Again');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a screen that fails for another reason has been downloaded', async () => {
  onlineManager.setOnline(false);
  function Broken(): never {
    throw new Error('the imported price is undefined');
  }
  expect(await open(async () => ({ default: Broken }))).toBe('Something went wrong');
  act(() => onlineManager.setOnline(true));
  expect(reload).not.toHaveBeenCalled();
});

test('a screen that works is drawn', () => {
  render(
    <RouteErrorBoundary>
      <p>the wallet</p>
    </RouteErrorBoundary>,
  );
  expect(screen.getByText('the wallet')).toBeDefined();
});
