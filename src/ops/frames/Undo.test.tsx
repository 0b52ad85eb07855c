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

/** Scripts changes of one field. Tests may change `values` as another operator would. */
function createField(field: string, values: Record<string, unknown>) {
  return (slugs: readonly string[], body: unknown) => {
    const { dryRun, [field]: after } = body as Record<string, unknown>;
    const changes = slugs
      .filter((slug) => values[slug] !== after)
      .map((slug) => ({ slug, isNew: false, fields: { [field]: { before: values[slug], after } } }));
    if (!dryRun) for (const { slug } of changes) values[slug] = after;
    return changes;
  };
}
const isDone = ({ body }: { body: unknown }) => !(body as { dryRun?: boolean }).dryRun;

test('a price changed in the list goes back under a key of its own, and overwrites nobody else', async () => {
  const prices: Record<string, unknown> = { rice: 950 };
  const change = createField('price', prices);
  const posted = script({
    'GET /api/ops/products': answer([rice]),
    'POST /api/ops/products/rice/edit': ({ body }) => answer(change(['rice'], body)[0] ?? {})(),
  });
  renderScreenWithoutApp(<ProductsPage may={['product edit']} />);
  await press('₦900, change the price of Rice');
  fireEvent.change(screen.getByLabelText('Group price'), { target: { value: '990' } });
  await press('Save');
  await screen.findByText(/^Somebody else has changed this meanwhile: Group price\./);
  prices.rice = 900;
  await press('Save');
  await screen.findByText('The group price of Rice is ₦990 now.');
  prices.rice = 1_000;
  await press('Undo');
  await screen.findByText('Somebody else has changed this meanwhile: Group price. It was not undone.');
  prices.rice = 990;
  await press('Undo');
  await screen.findByText('Undone. It is as it was before.');
  const done = posted().filter(isDone);
  expect(done.map(({ body }) => body)).toEqual([{ price: 990 }, { price: 900 }]);
  expect(new Set(done.map(({ key }) => key)).size).toBe(2);
});

test('products changed together get back each its own value; a refused undo is told and can be tried again', async () => {
  let isAway = true;
  const categories: Record<string, unknown> = { rice: '', salt: 'Spices', yam: '' };
  const change = createField('category', categories);
  const posted = script({
    'POST /api/ops/product-change': ({ body }) => {
      const { slugs } = body as { slugs: string[] };
      if (isAway && slugs[0] === 'salt' && isDone({ body }))
        return createScriptedRefusal(409, 'Try again.', 'act_refused');
      return answer({ changes: change(slugs, body) })();
    },
  });
  const form = <BulkEditProductsForm slugs={['rice', 'salt', 'yam']} onDone={() => undefined} />;
  renderScreenWithoutApp(<ActionMessageArea>{form}</ActionMessageArea>);
  fireEvent.change(screen.getByLabelText('What to change'), { target: { value: 'category' } });
  fireEvent.change(screen.getByLabelText('New category'), { target: { value: 'Food' } });
  await press('Preview');
  await press('Change');
  await screen.findByText('3 products changed.');
  categories.salt = 'Seasoning';
  await press('Undo');
  await screen.findByText('Somebody else has changed this meanwhile: Category. It was not undone.');
  expect(categories.rice).toBe('Food');
  categories.salt = 'Food';
  await press('Undo');
  await screen.findByText('Try again.');
  isAway = false;
  await press('Undo');
  await screen.findByText('Undone. It is as it was before.');
  const undone = posted().filter(isDone).slice(1);
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
  const done = posted().filter(isDone);
  expect(done.map(({ body }) => body)).toEqual([{ supplier: 'Mile 12' }, { supplier: '' }]);
});

test('an edited centre gets its fields back, but not over a later change or from another default', async () => {
  let centre: Record<string, unknown> = {
    ...{ code: 'LAG-IKJ', name: 'Ikeja', state: 'Lagos', city: 'Ikeja', address: '1 Allen' },
    ...{ hours: '9-6', isDefault: false, active: true, holidays: {}, ordersPerDay: null },
  };
  let readsSinceSave = 0;
  const posted = script({
    'GET /api/ops/pickup/centres': () => {
      readsSinceSave += 1;
      return answer([centre])();
    },
    'POST /api/ops/pickup/LAG-IKJ/edit': ({ body }) => {
      centre = { ...centre, ...(body as object) };
      readsSinceSave = 0;
      return answer({})();
    },
  });
  const at = '/ops/pickup/centres?code=LAG-IKJ';
  const open = () => renderScreenWithoutApp(<PickupCentresPage may={['centre edit']} />, { at });
  const form = async () => within(await screen.findByRole('form', { name: 'Change Ikeja' }));
  const type = async (label: string, value: string) =>
    fireEvent.input((await form()).getByLabelText(label), { target: { value } });
  const view = open();
  await type('Address', '2 Allen');
  centre = { ...centre, city: 'Lagos', address: '3 Allen' };
  await press('Save Centre');
  await screen.findByText(/^Somebody else has changed this meanwhile: Address\./);
  centre = { ...centre, address: '1 Allen' };
  await press('Save Centre');
  await screen.findByText('LAG-IKJ is saved and in use.');
  // The list and the undo read the saved centre.
  await vi.waitFor(() => expect(readsSinceSave).toBe(2));
  centre = { ...centre, address: '4 Allen' };
  await press('Undo');
  await screen.findByText('Somebody else has changed this meanwhile: Address. It was not undone.');
  centre = { ...centre, address: '2 Allen' };
  await press('Undo');
  await screen.findByText('Undone. It is as it was before.');
  expect(posted().map(({ body }) => body)).toEqual([{ address: '2 Allen' }, { address: '1 Allen' }]);
  view.unmount();
  open();
  fireEvent.change((await form()).getByLabelText('Default centre of the state'), {
    target: { value: 'yes' },
  });
  await press('Save Centre');
  await screen.findByText('LAG-IKJ is saved and in use.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
