import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-errors.ts';
import { ProductFailed } from './ProductFailed.tsx';

test.each([
  ['its message', new ApiError(503, { message: 'We are moving house.' }, null), 'We are moving house.'],
  [
    'a sentence of its own',
    new ApiError(500, {}, null),
    'An error occurred while fetching the product. Please try again.',
  ],
])('a product that failed to come is told with %s', (_, error, sentence) => {
  const handleRetry = vi.fn();
  render(<ProductFailed error={error} isOffline={false} onRetry={handleRetry} />);
  expect(screen.getByRole('heading', { level: 1, name: 'We could not show this product' })).toBeDefined();
  expect(screen.getByText(sentence)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(handleRetry).toHaveBeenCalledOnce();
});
