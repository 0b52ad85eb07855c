import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import Illustration from './Illustration.tsx';

test.each([
  ['basket', ['ground', 'maize', 'rim', 'handle', 'weave']],
  ['bell', ['ground', 'brand', 'maize', 'tick']],
  ['broken', ['ground', 'soft', 'brand', 'maize', 'crack']],
  ['offline', ['ground', 'wave', 'waveNear', 'brand']],
] as const)('the %s is drawn of its own parts alone', (name, parts) => {
  const { container } = render(<Illustration name={name} />);
  expect(
    [...container.querySelectorAll('[class]')].slice(1).map((part) => part.getAttribute('class')),
  ).toEqual(parts);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});
