import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import ToastHost from './ToastHost.tsx';
import { showToast } from './toast.ts';

test('a toast can be dismissed before its time is over', async () => {
  render(<ToastHost />);
  act(() => showToast({ kind: 'error', message: 'Payment failed', lastsMs: false }));
  expect((await screen.findByRole('alert')).textContent).toContain('Payment failed');
  expect(screen.getByRole('region', { name: 'Messages' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

/** Finds the regions around a text that make screen readers announce it. */
function liveRegionsAround(text: Element): Element[] {
  const live = '[aria-live]:not([aria-live="off"]), [role="alert"], [role="status"], output';
  const regions = [];
  for (let part = text.closest(live); part; part = part.parentElement?.closest(live) ?? null)
    regions.push(part);
  return regions;
}

test.each(['success', 'info', 'warning', 'error'] as const)('a toast of %s is heard once', async (kind) => {
  render(<ToastHost />);
  const message = `Heard with ${kind}`;
  act(() => showToast({ kind, message, lastsMs: false }));
  expect(liveRegionsAround(await screen.findByText(message))).toHaveLength(1);
});
