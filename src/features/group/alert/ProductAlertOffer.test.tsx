import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { outbox } from '../../../../tests/support/own-app.tsx';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../../app/data/query-client.ts';
import { ProductAlertOffer } from './ProductAlertOffer.tsx';
import { registerProductAlertCommands } from './product-alert-commands.ts';

const show = (shown: { groupId: string | null; spotsRemaining: number; progressPercentage: number }) => {
  const queryClient = createQueryClient();
  registerProductAlertCommands(outbox, queryClient, () => undefined);
  startOutboxWithoutApp();
  return renderScreenWithoutApp(
    <ProductAlertOffer
      product={{ _id: 'rice', slug: 'local-rice' }}
      progress={{ ...shown, deadline: null, serverTime: '', timeRemaining: 0 }}
    />,
    { queryClient },
  );
};

test('a visitor is led to sign in and comes back to the product', async () => {
  installScriptedApi({});
  show({ groupId: null, spotsRemaining: 500, progressPercentage: 0 });
  const link = await screen.findByRole('link', { name: 'Tell me when a group opens' });
  expect(link.getAttribute('href')).toBe('/signin?listing_url=local-rice');
});

test('a member is told once: one tap sets it, one ends it', async () => {
  signInWithoutApp();
  const awaited = new Set<string>();
  const reply = () => ({ json: { success: true, data: [...awaited] } });
  const sent = installScriptedApi({
    'GET /api/alerts': reply,
    'POST /api/alerts/rice': () => {
      awaited.add('rice');
      return reply();
    },
    'DELETE /api/alerts/rice': () => {
      awaited.delete('rice');
      return reply();
    },
  });
  show({ groupId: 'g1', spotsRemaining: 120, progressPercentage: 76 });
  await userEvent.click(await screen.findByRole('button', { name: 'Tell me when it is 80% full' }));
  await screen.findByText('We will tell you about this group once.');
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  await vi.waitFor(() => expect(outbox.view.waiting()).toEqual([]));
  await userEvent.click(screen.getByRole('button', { name: 'Do not tell me' }));
  await screen.findByRole('button', { name: 'Tell me when it is 80% full' });
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
});

test.each([
  [{ groupId: 'g1', spotsRemaining: 20, progressPercentage: 96 }, 'Tell me when the next group opens'],
  [{ groupId: 'g1', spotsRemaining: 0, progressPercentage: 100 }, 'Tell me when the next group opens'],
])('of %j the next group is told', async (shown, words) => {
  signInWithoutApp();
  installScriptedApi({ 'GET /api/alerts': () => ({ json: { success: true, data: [] } }) });
  show(shown);
  await screen.findByRole('button', { name: words });
});
