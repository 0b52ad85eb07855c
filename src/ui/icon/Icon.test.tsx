import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Icon } from './Icon.tsx';

test.each([
  [undefined, '24'],
  ['sm', '18'],
] as const)('an icon of size %s is %s px wide and high, and silent', (size, px) => {
  const { container } = render(<Icon name="wallet" {...(size && { size })} />);
  const icon = container.querySelector('svg');
  expect([icon?.getAttribute('width'), icon?.getAttribute('height')]).toEqual([px, px]);
  expect(icon?.getAttribute('aria-hidden')).toBe('true');
});

test('only a filled icon is marked so', () => {
  const filledOf = (filled?: boolean) =>
    render(<Icon name="star" {...(filled !== undefined && { filled })} />)
      .container.querySelector('svg')
      ?.getAttribute('data-filled');
  expect([filledOf(true), filledOf(false), filledOf()]).toEqual(['true', null, null]);
});
