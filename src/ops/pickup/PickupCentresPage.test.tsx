import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { PickupCentresPage } from './PickupCentresPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const SHUT = {
  ...{ monday: '', tuesday: '', wednesday: '', thursday: '', friday: '', saturday: '', sunday: '' },
};
const ALL_CLOSED = Object.fromEntries(Object.keys(SHUT).map((day) => [day, 'closed']));
const ikeja = {
  ...{ ...SHUT, holidays: {}, ordersPerDay: null },
  ...{ code: 'LAG-IKJ', name: 'Ikeja Centre', state: 'Lagos', city: 'Ikeja', address: '1 Allen Avenue' },
  ...{ hours: '9-6', isDefault: true, active: true },
};
function open(centres: object[], at = '', may = ['centre list', 'centre edit']) {
  const sent = installScriptedApi({
    'GET /api/ops/pickup/centres': () => ({ json: { success: true, data: centres } }),
    'POST /api/ops/pickup/centres': () => ({ json: { success: true, data: {} } }),
    'POST /api/ops/pickup/LAG-IKJ/edit': () => ({ json: { success: true, data: {} } }),
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
    ...{ ...ALL_CLOSED, hours: '9-6', isDefault: false, holidays: {}, ordersPerDay: null },
  });
});

test('the days of a centre make its hours, and its holidays and orders a day are sent', async () => {
  const { sent } = open([ikeja], '?code=LAG-IKJ');
  const form = within(await screen.findByRole('form', { name: 'Change Ikeja Centre' }));
  const type = (label: string, value: string) =>
    fireEvent.input(form.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  fireEvent.click(form.getByLabelText('Monday'));
  type('Monday from', '08:30');
  // A new day begins with the times of the day before.
  fireEvent.click(form.getByLabelText('Tuesday'));
  type('Tuesday to', '14:00');
  expect(form.queryByLabelText('Opening hours')).toBeNull();
  form.getByText(
    'Shoppers read: Mon 8:30–18:00, Tue 8:30–14:00, closed Wednesday, Thursday, Friday, Saturday and Sunday',
  );
  type('Holiday 1', '2026-12-25');
  type('Reason 1', 'Christmas');
  type('Holiday 2', '2027-01-01');
  type('Orders a day', '40');
  fireEvent.click(form.getByRole('button', { name: 'Save Centre' }));
  await screen.findByText('LAG-IKJ is saved and in use.');
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    ...{ monday: '08:30-18:00', tuesday: '08:30-14:00' },
    ...{ holidays: { '2026-12-25': 'Christmas', '2027-01-01': '' }, ordersPerDay: 40 },
  });
  expect(sent.find(({ method }) => method === 'POST')?.body).not.toHaveProperty('hours');
});

test('only what was changed is sent, so that nobody takes back what somebody else has saved meanwhile', async () => {
  const { sent } = open(
    [{ ...ikeja, friday: '09:00-12:00', holidays: { '2026-12-25': '' } }],
    '?code=LAG-IKJ',
  );
  const form = within(await screen.findByRole('form', { name: 'Change Ikeja Centre' }));
  fireEvent.input(form.getByLabelText(/^Orders a day/), { target: { value: '40' } });
  fireEvent.click(form.getByRole('button', { name: 'Save Centre' }));
  await screen.findByText('LAG-IKJ is saved and in use.');
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ ordersPerDay: 40 });
});

test('what a centre has is shown, and what is cleared is sent as nothing', async () => {
  const { sent } = open(
    [{ ...ikeja, friday: '09:00-12:00', holidays: { '2026-12-25': 'Christmas' }, ordersPerDay: 40 }],
    '?code=LAG-IKJ',
  );
  const form = within(await screen.findByRole('form', { name: 'Change Ikeja Centre' }));
  form.getByDisplayValue('09:00');
  form.getByDisplayValue('12:00');
  form.getByDisplayValue('Christmas');
  fireEvent.click(form.getByLabelText('Friday'));
  fireEvent.input(form.getByLabelText('Holiday 1'), { target: { value: '' } });
  fireEvent.input(form.getByLabelText(/^Orders a day/), { target: { value: '' } });
  fireEvent.click(form.getByRole('button', { name: 'Save Centre' }));
  await screen.findByText('LAG-IKJ is saved and in use.');
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ friday: 'closed', holidays: {}, ordersPerDay: null },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'POST').at(-1)?.body).toMatchObject({
      ...{ friday: '09:00-12:00', holidays: { '2026-12-25': 'Christmas' }, ordersPerDay: 40 },
    }),
  );
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
