import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-errors.ts';
import { ProductLoadError } from './ProductLoadError.tsx';

test.each([
  ['its message', new ApiError(503, { message: 'We are moving house.' }, null), 'We are moving house.'],
  [
    'a sentence of its own',
    new ApiError(500, {}, null),
    'An error occurred while fetching the product. Please try again.',
  ],
])('a product that failed to come is told with %s', (_, error, sentence) => {
  const handleRetry = vi.fn();
  render(<ProductLoadError error={error} isOffline={false} onRetry={handleRetry} />);
  expect(screen.getByRole('heading', { level: 1, name: 'We could not show this product' })).toBeDefined();
  expect(screen.getByText(sentence)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(handleRetry).toHaveBeenCalledOnce();
});

const NOT_FOUND = {
  success: false,
  message: 'Not found.',
  code: 'not_found',
  msg: 'Not found.',
  requestId: 'one',
};

test.each([
  ['the shop knows of none', null],
  ['the shop says so', new ApiError(404, NOT_FOUND, null)],
])('a product that is not there leads on to the deals: %s', (_, error) => {
  render(
    <MemoryRouter>
      <ProductLoadError error={error} isOffline={false} onRetry={() => undefined} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'See group deals' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});
