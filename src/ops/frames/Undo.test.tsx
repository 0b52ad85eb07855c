import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
} from '../../../tests/support/screen-alone.tsx';
import { PickupCentresPage } from '../pickup/PickupCentresPage.tsx';
import { BulkEditProductsForm } from '../products/BulkEditProductsForm.tsx';
import { ProductEditPage } from '../products/ProductEditPage.tsx';
import { ProductsPage } from '../products/ProductsPage.tsx';
import { ActionMessageArea } from './ActionForm.tsx';

/** Tests that an action which notified nobody is undone by the same action with the earlier values. */

afterEach(() => vi.unstubAllGlobals());

const answer = (data: unknown) => () => ({ json: { success: true, data } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const rice = {
  ...{ slug: 'rice', title: 'Rice', active: true, fromPrice: 900, price: 900, basePrice: 1_000 },
  ...{ minimumViableUnits: 50, unitsSold: 0, baseUnit: null, picture: null },
};

function script(routes: ScriptedApiRoutes) {
  const sent = installScriptedApi(routes);
  return () => sent.filter(({ method }) => method === 'POST');
}

test('a price changed in the list goes back to what it was on the server, under a key of its own', async () => {
  const posted = script({
    'GET /api/ops/products': answer([rice]),
    'POST /api/ops/products/rice/edit': answer({ fields: { price: { before: 950, after: 990 } } }),
  });
  renderScreenWithoutApp(<ProductsPage may={['product edit']} />);
  await press('₦900, change the price of Rice');
  fireEvent.change(screen.getByLabelText('Group price'), { target: { value: '990' } });
  await press('Save');
  await screen.findByText('The group price of Rice is ₦990 now.');
  await press('Undo');
  await screen.findByText('Undone. It is as it was before.');
  expect(posted().map(({ body }) => body)).toEqual([{ price: 990 }, { price: 950 }]);
  expect(new Set(posted().map(({ key }) => key)).size).toBe(2);
});

test('products changed together get back each its own value; a refused undo is told and can be tried again', async () => {
  let isAway = true;
  const change = (slug: string, before: string) => ({
    ...{ slug, isNew: false },
    fields: { category: { before, after: 'Food' } },
  });
  const changes = [change('rice', ''), change('salt', 'Spices'), change('yam', '')];
  const posted = script({
    'POST /api/ops/product-change': ({ body }) =>
      isAway && (body as { slugs: string[] }).slugs[0] === 'salt'
        ? createScriptedRefusal(409, 'Try again.', 'act_refused')
        : { json: { success: true, data: { changes } } },
  });
  const form = <BulkEditProductsForm slugs={['rice', 'salt', 'yam']} onDone={() => undefined} />;
  renderScreenWithoutApp(<ActionMessageArea>{form}</ActionMessageArea>);
  fireEvent.change(screen.getByLabelText('What to change'), { target: { value: 'category' } });
  fireEvent.change(screen.getByLabelText('New category'), { target: { value: 'Food' } });
  await press('Preview');
  await press('Change');
  await screen.findByText('3 products changed.');
  await press('Undo');
  await screen.findByText('Try again.');
  isAway = false;
  await press('Undo');
  await screen.findByText('Undone. It is as it was before.');
  const undone = posted().slice(2);
  const [empty, spices] = [
    { slugs: ['rice', 'yam'], category: '' },
    { slugs: ['salt'], category: 'Spices' },
  ];
  expect(undone.map(({ body }) => body)).toEqual([empty, spices, empty, spices]);
  // The same key keeps the first try from being done twice.
  expect(undone[0]?.key).toBe(undone[2]?.key);
});

test('a product that was taken from sale is put back', async () => {
  const product = {
    ...{ ...rice, description: '', category: '', specifications: {}, supplier: '', cost: null },
    ...{ windowHours: null, maxUnitsPerPerson: null, soloEnabled: true, pictures: [], group: null },
    sellingUnitsData: { enabled: false, baseUnitName: '', options: [] },
    now: { price: 900, basePrice: 1_000, minimumViableUnits: 50, units: [] },
  };
  const posted = script({
    'GET /api/ops/products/rice': () => ({
      json: { success: true, data: { ...product, active: posted().length % 2 === 0 } },
    }),
    'POST /api/ops/products/rice/deactivate': answer({}),
    'POST /api/ops/products/rice/activate': answer({}),
  });
  renderScreenWithoutApp(<ProductEditPage id="rice" may={['product edit']} />);
  await press('Take Off Sale');
  await screen.findByText('Rice is no longer on sale.');
  await press('Undo');
  await screen.findByText('Undone. It is as it was before.');
  await screen.findByRole('button', { name: 'Take Off Sale' });
  expect(posted().map(({ path }) => path)).toEqual([
    '/api/ops/products/rice/deactivate',
    '/api/ops/products/rice/activate',
  ]);
});

test('an edited product has its form and its values back', async () => {
  const product = {
    ...{ ...rice, description: '', category: 'Food', specifications: {}, supplier: '', cost: null },
    ...{ windowHours: null, maxUnitsPerPerson: null, soloEnabled: true, pictures: [], group: null },
    sellingUnitsData: { enabled: false, baseUnitName: '', options: [] },
    now: { price: 900, basePrice: 1_000, minimumViableUnits: 50, units: [] },
  };
  const posted = script({
    'GET /api/ops/products/rice': answer(product),
    'POST /api/ops/products/rice/edit': answer({ fields: {} }),
  });
  renderScreenWithoutApp(<ProductEditPage id="rice" may={['product edit']} />);
  const supplier = () => screen.getByLabelText('Supplier (optional)') as HTMLInputElement;
  await screen.findByLabelText('Supplier (optional)');
  fireEvent.change(supplier(), { target: { value: 'Mile 12' } });
  await press('Save');
  await press('Undo');
  await screen.findByText('Undone. The product is as it was before.');
  expect(supplier().value).toBe('');
  expect(posted().map(({ body }) => body)).toEqual([{ supplier: 'Mile 12' }, { supplier: '' }]);
});

test('an edited centre gets its fields back, unless another one has lost its place as the default', async () => {
  const centre = {
    ...{ code: 'LAG-IKJ', name: 'Ikeja', state: 'Lagos', city: 'Ikeja', address: '1 Allen' },
    ...{ hours: '9-6', isDefault: false, active: true },
  };
  const posted = script({
    'GET /api/ops/pickup/centres': answer([centre]),
    'POST /api/ops/pickup/LAG-IKJ/edit': answer({}),
  });
  const at = '/ops/pickup/centres?code=LAG-IKJ';
  const view = renderScreenWithoutApp(<PickupCentresPage may={['centre edit']} />, { at });
  await press('Save Centre');
  await screen.findByText('LAG-IKJ is saved and in use.');
  await press('Undo');
  await screen.findByText('Undone. It is as it was before.');
  const { code: _, active: __, ...fields } = centre;
  expect(posted().at(-1)?.body).toEqual(fields);
  view.unmount();
  renderScreenWithoutApp(<PickupCentresPage may={['centre edit']} />, { at });
  const form = within(await screen.findByRole('form', { name: 'Change Ikeja' }));
  fireEvent.change(form.getByLabelText('Default centre of the state'), { target: { value: 'yes' } });
  await press('Save Centre');
  await screen.findByText('LAG-IKJ is saved and in use.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
