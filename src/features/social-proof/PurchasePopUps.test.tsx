import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PurchasePopUps } from './PurchasePopUps.tsx';
import { clearPurchasePopUps, showPurchasePopUp } from './popup-queue.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  act(() => clearPurchasePopUps());
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a single pop-up is shown, its age counts on, and its button takes it away', () => {
  render(<PurchasePopUps />);
  const timestamp = new Date(NOW - 59_500).toISOString();
  act(() => showPurchasePopUp({ userName: 'Ada', productName: 'Honey Beans', timestamp }));
  expect(screen.getByText(/just joined groupbuy for/).textContent).toContain(
    'Ada just joined groupbuy for Honey Beans',
  );
  expect(screen.getByText('Just now')).toBeDefined();
  pass(1_000);
  expect(screen.getByText('1m ago')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  pass(500);
  expect(screen.queryByText(/just joined/)).toBeNull();
});
