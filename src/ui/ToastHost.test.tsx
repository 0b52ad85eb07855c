import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ToastHost } from './ToastHost.tsx';
import { showToast } from './toast.ts';

test('a toast can be dismissed before its time is over', async () => {
  render(<ToastHost />);
  act(() => showToast({ kind: 'error', message: 'Payment failed', lastsMs: false }));
  expect((await screen.findByRole('alert')).textContent).toContain('Payment failed');
  expect(screen.getByRole('region', { name: 'Messages' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
