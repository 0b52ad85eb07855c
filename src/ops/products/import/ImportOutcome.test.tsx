import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { OpsImportProductsReply } from '#contract/schemas/ops/products.ts';
import { ProductImportOutcome } from './ProductImportPage.tsx';

const added = {
  ...{ slug: 'palm-oil', isNew: true },
  fields: { title: { after: 'Palm oil' }, price: { after: 45_000 }, images: { after: [] } },
};
const outcome: OpsImportProductsReply['data'] = {
  ...{ imported: 3, added: 2, updated: 2, unchanged: 0, isDryRun: true, errors: [] },
  changes: [
    added,
    { ...added, slug: 'yam', fields: { ...added.fields, images: { after: ['abc'] } } },
    { slug: 'garri', isNew: false, fields: { price: { before: 900, after: 950 }, title: { before: 'G' } } },
    { slug: 'beans', isNew: false, fields: { category: { before: '', after: 'Food' } } },
  ],
};

test('each product is one line, with what tells most and its details folded', () => {
  render(<ProductImportOutcome outcome={outcome} />, { wrapper: MemoryRouter });
  const rows = screen.getAllByRole('listitem');
  const lines = rows.map((row) => row.querySelector('summary')?.textContent);
  expect(lines).toEqual([
    'palm-oilNew₦45,000, no image yet',
    'yamNew₦45,000',
    'garriChanged₦900 → ₦950, Title',
    'beansChangedCategory',
  ]);
  const [oil] = rows as [HTMLElement];
  const details = oil.querySelector('details') as HTMLDetailsElement;
  expect(details.open).toBe(false);
  expect(
    within(oil)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Title', 'Group price']);
});
