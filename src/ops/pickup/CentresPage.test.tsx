import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { PickupCentresPage } from './CentresPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const ikeja = {
  ...{ code: 'LAG-IKJ', name: 'Ikeja Centre', state: 'Lagos', city: 'Ikeja', address: '1 Allen Avenue' },
  ...{ hours: '9-6', isDefault: true, active: true },
};
function open(centres: object[], at = '', may = ['centre list', 'centre edit']) {
  const sent = installScriptedApi({
    'GET /api/ops/pickup/centres': () => ({ json: { success: true, data: centres } }),
    'POST /api/ops/pickup/centres': () => ({ json: { success: true, data: {} } }),
    'POST /api/ops/pickup/LAG-IKJ/deactivate': () =>
      createScriptedRefusal(409, '2 orders wait at Ikeja Centre.', 'act_refused'),
  });
  return {
    sent,
    ...renderScreenWithoutApp(<PickupCentresPage may={may} />, { at: `/ops/pickup/centres${at}` }),
  };
}

test('without a centre the page says what follows, and its form adds one', async () => {
  const { sent } = open([]);
  await screen.findByText(
    'There is no pickup centre yet. Add one below: shoppers can order once there is one.',
  );
  const typed = { Code: 'LAG-IKJ', Name: 'Ikeja', State: 'Lagos', City: 'Ikeja', Address: '1 Allen' };
  for (const [label, value] of Object.entries({ ...typed, 'Opening hours': '9-6' }))
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Centre' }));
  await screen.findByText('Ikeja is added and in use.');
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ centre: 'LAG-IKJ', name: 'Ikeja', state: 'Lagos', city: 'Ikeja', address: '1 Allen' },
    ...{ hours: '9-6', isDefault: false },
  });
});

test('the chosen centre is in the address, and a refusal to close it is told', async () => {
  open([ikeja], '?code=LAG-IKJ');
  expect((await screen.findByRole('link', { name: 'Ikeja Centre' })).getAttribute('href')).toBe(
    '/ops/pickup/centres?code=LAG-IKJ',
  );
  expect(screen.getAllByDisplayValue('1 Allen Avenue')).toHaveLength(1);
  const close = screen.getByRole('button', { name: 'Close Centre' });
  expect(close.dataset.variant).toBe('danger');
  fireEvent.click(close);
  await screen.findByText('2 orders wait at Ikeja Centre.');
});

test('who may only read gets no form and no link to one', async () => {
  open([ikeja], '?code=LAG-IKJ', ['centre list']);
  await screen.findByText('Ikeja Centre');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ikeja Centre' })).toBeNull());
  expect(screen.queryByRole('form')).toBeNull();
});
