import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { NewProductPage } from './NewProductPage.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const keep = () => fireEvent.click(screen.getByRole('button', { name: 'Save Product' }));

function open(fill = true) {
  const sent = installScriptedApi({
    'POST /api/ops/product-add': () => ({ json: { success: true, data: {} } }),
  });
  const { unmount } = renderScreenWithoutApp(<NewProductPage />, { at: '/ops/products/new' });
  if (!fill) return { sent, unmount };
  for (const name of ['Group price', 'Standard price', 'Units a group needs']) type(name, '900');
  return { sent, unmount };
}

test('the address name follows the title until somebody types another', async () => {
  const { sent } = open();
  type('Title', 'Palm oil');
  expect(field('Web name').value).toBe('palm-oil');
  type('Title', 'Palm oil (25 l)');
  expect(field('Web name').value).toBe('palm-oil-25-l');
  type('Web name', 'palm-oil');
  type('Title', 'Red palm oil');
  expect(field('Web name').value).toBe('palm-oil');
  keep();
  await vi.waitFor(() => expect(sent[0]?.body).toMatchObject({ slug: 'palm-oil', title: 'Red palm oil' }));
});

test('a proposed name is sent as it stands there', async () => {
  const { sent } = open();
  type('Title', 'Fresh yam');
  keep();
  await vi.waitFor(() => expect(sent[0]?.body).toMatchObject({ slug: 'fresh-yam' }));
});

test('a name that cannot be one is refused in our sentence beside the field, until it is mended', () => {
  const { sent } = open();
  type('Title', 'Fresh yam');
  type('Web name', 'Fresh Yam');
  keep();
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe(
    'Lower-case letters a to z, digits, and single dashes between them, for example palm-oil-25l.',
  );
  expect(field('Web name').getAttribute('aria-describedby')).toBe(alert.id);
  expect(field('Web name').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Web name'));
  type('Web name', 'fresh-yam');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual([]);
});

test('a name that the title mends is not refused any more', () => {
  open();
  keep();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  type('Title', 'Fresh yam');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a figure that cannot be one is refused beside its field too', () => {
  open();
  type('Title', 'Fresh yam');
  type('Group price', '45.000');
  keep();
  expect(screen.getByRole('alert').textContent).toMatch(/^Type a whole number from 1 to /);
});

test('what was typed is there again after the page was left, until it is saved or thrown away', async () => {
  const { unmount } = open();
  type('Title', 'Fresh yam');
  unmount();
  const again = open(false);
  expect([field('Title').value, field('Group price').value]).toEqual(['Fresh yam', '900']);
  fireEvent.click(screen.getByRole('button', { name: 'Start Over' }));
  expect(field('Title').value).toBe('');
  again.unmount();
  const last = open();
  type('Title', 'Plantain');
  keep();
  await vi.waitFor(() => expect(last.sent).toHaveLength(1));
  await vi.waitFor(() => expect(localStorage.getItem('ops-new-product')).toBeNull());
});
