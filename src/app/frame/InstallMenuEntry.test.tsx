import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { captureInstallPromptEvent } from '../../features/install/install-offer.ts';
import { createQueryClient } from '../data/query-client.ts';
import { InstallMenuEntry } from './InstallMenuEntry.tsx';

test('the menu has it while the browser offers it, and a tap asks the browser’s question once', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  captureInstallPromptEvent();
  const prompt = vi.fn(async () => ({ outcome: 'dismissed' }));
  const handleLeave = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <InstallMenuEntry onLeave={handleLeave} />
    </QueryClientProvider>,
  );
  expect(screen.queryByRole('button')).toBeNull();
  act(() => void dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })));
  await userEvent.click(screen.getByRole('button', { name: 'Install the shop' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(handleLeave).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button')).toBeNull();
  vi.unstubAllGlobals();
});
