import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { Footer } from './Footer.tsx';

test('the footer leads to the pages about the shop', () => {
  renderScreenWithoutApp(<Footer />);
  const footer = screen.getByRole('navigation', { name: 'Footer' });
  const links = [...footer.querySelectorAll('a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(links).toEqual([
    ['About Us', '/about'],
    ['Contact', '/contact'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
  ]);
});
