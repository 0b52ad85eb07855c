import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { BulkEditProductsForm } from './BulkEditProductsForm.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the button changes only after a preview of each product, with the one chosen field', async () => {
  const changes = [{ slug: 'rice', isNew: false, fields: { price: { before: 900, after: 990 } } }];
  const sent = installScriptedApi({
    'POST /api/ops/product-change': () => ({ json: { success: true, data: { changes } } }),
  });
  const handleDone = vi.fn();
  renderScreenWithoutApp(<BulkEditProductsForm slugs={['rice', 'salt']} onDone={handleDone} />);
  fireEvent.change(screen.getByLabelText('What to change'), { target: { value: 'percent' } });
  fireEvent.change(screen.getByLabelText('Percent'), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('1 product would change.');
  screen.getByText('₦990');
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  await vi.waitFor(() => expect(handleDone).toHaveBeenCalled());
  const body = { slugs: ['rice', 'salt'], percent: 10 };
  expect(sent.map((one) => one.body)).toEqual([{ ...body, dryRun: true }, body]);
});
