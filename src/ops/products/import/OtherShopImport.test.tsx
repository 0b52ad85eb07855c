import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../../tests/support/screen-alone.tsx';
import { ProductImportPage } from './ProductImportPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const source = {
  name: 'Shopify',
  notes: [
    { rows: [2, 3, 4], column: 'Handle', outcome: 'taken', message: 'as slug' },
    { rows: [2], column: 'Body (HTML)', outcome: 'changed', message: 'HTML became plain text' },
    { rows: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], column: 'Tags', outcome: 'left_out', message: 'not used here' },
  ],
};
const unsaid = { row: 1, slug: null, field: 'minimumViableUnits', message: 'is not in a file of Shopify' };
const changes = [{ slug: 'garri', isNew: true, fields: { price: { after: 900 }, images: { after: [] } } }];

test('the table of another shop is told by column, asks how many a group needs, and sends it', async () => {
  const sent = installScriptedApi({
    'POST /api/ops/product-import': ({ body }) => {
      const { groupSize, dryRun } = body as { groupSize?: number; dryRun: boolean };
      const data =
        groupSize === undefined
          ? { imported: 0, errors: [unsaid], source }
          : {
              imported: 1,
              added: 1,
              updated: 0,
              unchanged: 0,
              isDryRun: dryRun,
              errors: [],
              changes,
              source,
            };
      return { json: { success: true, data } };
    },
  });
  renderScreenWithoutApp(<ProductImportPage />);
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  const file = new File(['Handle,Title\n'], 'products_export.csv', { type: 'text/csv' });
  fireEvent.change(input, { target: { files: [file] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Preview Changes' }));
  expect((await screen.findByText('HTML became plain text')).closest('tr')?.textContent).toBe(
    'Body (HTML)ChangedHTML became plain textrow 2',
  );
  expect(screen.getByText('Tags').closest('tr')?.textContent).toContain(
    'rows 1, 2, 3, 4, 5, 6, 7, 8 and 2 more',
  );
  fireEvent.change(screen.getByLabelText('Largest size: how many a group needs'), {
    target: { value: '20' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Preview Changes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 Product' }));
  await screen.findByText('Imported: 1 new, 0 changed, 0 unchanged.');
  expect(sent.map(({ body }) => body)).toEqual([
    expect.not.objectContaining({ groupSize: 20 }),
    expect.objectContaining({ groupSize: 20, dryRun: true }),
    expect.objectContaining({ groupSize: 20, dryRun: false }),
  ]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});
