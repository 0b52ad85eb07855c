import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { OpsProduct } from '#contract/schemas/ops/products.ts';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { ProductEditPage } from './ProductEditPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const oil: OpsProduct = {
  ...{ slug: 'palm-oil', title: 'Palm oil', description: '', category: '', specifications: {} },
  ...{
    price: 45_000,
    basePrice: 58_000,
    supplier: '',
    cost: null,
    minimumViableUnits: 50,
    windowHours: null,
    maxUnitsPerPerson: null,
    soloEnabled: true,
  },
  active: false,
  sellingUnitsData: { enabled: true, baseUnitName: 'litre', options: [] },
  pictures: [],
  now: { price: 45_000, basePrice: 58_000, minimumViableUnits: 50, units: [] },
  group: null,
};
const picture = { hash: 'abc', width: 640, height: 640, tone: 5 };

/** Opens the page and presses the button that starts or stops the sale. @returns the body that was sent. */
async function turn(product: OpsProduct, label: string, reason?: string) {
  const verb = product.active ? 'deactivate' : 'activate';
  const sent = installScriptedApi({
    'GET /api/ops/products/palm-oil': () => ({ json: { success: true, data: product } }),
    [`POST /api/ops/products/palm-oil/${verb}`]: () => ({ json: { success: true, data: {} } }),
  });
  renderScreenWithoutApp(<ProductEditPage id="palm-oil" may={['product edit']} />);
  const form = await screen.findByRole('form', { name: /sale$/ });
  const field = within(form).queryByLabelText(/^Reason/) as HTMLInputElement | null;
  if (reason !== undefined) fireEvent.input(field as HTMLInputElement, { target: { value: reason } });
  fireEvent.click(within(form).getByRole('button', { name: label }));
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
  return { form, field, body: sent.find(({ method }) => method === 'POST')?.body };
}

test('nobody is asked why it goes on sale, and without a picture the form says so', async () => {
  const { form, field, body } = await turn(oil, 'Put on Sale');
  expect(field).toBeNull();
  expect(body).toEqual({});
  expect(form.textContent).toContain('No image yet: shoppers see a placeholder.');
});

test('of one with a picture no such thing is said', async () => {
  const { form } = await turn({ ...oil, pictures: [picture] }, 'Put on Sale');
  expect(form.textContent).not.toContain('picture');
});

test('why it is taken from sale may be said, and need not be', async () => {
  const active = { ...oil, active: true };
  const silent = await turn(active, 'Take Off Sale');
  expect([silent.field?.required, silent.body]).toEqual([false, {}]);
});

test('the reason that was given is sent', async () => {
  expect((await turn({ ...oil, active: true }, 'Take Off Sale', ' sold out ')).body).toEqual({
    reason: 'sold out',
  });
});

test('figures of a group name what it counts in', async () => {
  const group = { groupId: '1', unitsSold: 25, minimumViableUnits: 50, deadline: '2026-11-28T09:00:00Z' };
  await turn({ ...oil, group }, 'Put on Sale');
  screen.getByText('50 litres');
  screen.getByText(/^25 of 50 litres, until /);
});

/** Types another price while somebody else changes the product, and saves. @returns the bodies that were sent. */
async function saveWhileChanged(theirs: Partial<OpsProduct>) {
  let stored = oil;
  const sent = installScriptedApi({
    'GET /api/ops/products/palm-oil': () => ({ json: { success: true, data: stored } }),
    'POST /api/ops/products/palm-oil/edit': () => ({
      json: {
        success: true,
        data: { slug: 'palm-oil', isNew: false, fields: {}, isKeptInGroup: false, isDryRun: false },
      },
    }),
  });
  renderScreenWithoutApp(<ProductEditPage id="palm-oil" may={['product edit']} />);
  const form = within(await screen.findByRole('form', { name: 'Edit the product' }));
  fireEvent.change(form.getByLabelText('Group price'), { target: { value: '44000' } });
  stored = { ...oil, ...theirs };
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => screen.getByText(/^(Saved|Somebody else)/));
  return sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

test('a change of somebody else to the same field is not overwritten', async () => {
  expect(await saveWhileChanged({ price: 46_000 })).toEqual([]);
  screen.getByText(
    'Somebody else has changed this meanwhile: Group price. Reload the page and make your change again.',
  );
});

test('a change of somebody else to another field, or the same one, is kept', async () => {
  expect(await saveWhileChanged({ title: 'Red palm oil', price: 44_000 })).toEqual([{ price: 44_000 }]);
});
