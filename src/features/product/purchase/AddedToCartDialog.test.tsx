import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { AddedToCartDialog } from './AddedToCartDialog.tsx';

test.each([
  [false, 'Added to cart, hurry and checkout your product.', 'Pay now to keep your spot.'],
  [true, "Will be added when you're back online", 'Your spot is kept once you have paid.'],
])(
  'waiting for a line %s: it says "%s", that no spot is kept yet, and leads to the cart',
  (isQueued, title, spot) => {
    render(
      <MemoryRouter>
        <AddedToCartDialog isQueued={isQueued} line="2 × Rice · 1 bag" onClose={() => undefined} />
      </MemoryRouter>,
    );
    expect(screen.getByRole('dialog', { name: title })).toBeDefined();
    expect(screen.getByText('2 × Rice · 1 bag')).toBeDefined();
    expect(screen.getByText(spot)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Cart' }).getAttribute('href')).toBe('/cart');
  },
);
