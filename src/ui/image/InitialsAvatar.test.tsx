import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InitialsAvatar } from './InitialsAvatar.tsx';

test.each([
  ['Ada Obi', 'AO'],
  ['Ada Ngozi Obi', 'AO'],
  [' ada ', 'AD'],
  ['User 2', 'U2'],
])('%s is drawn as %s', (name, initials) => {
  expect(render(<InitialsAvatar name={name} />).container.textContent).toBe(initials);
});

test('the same name has the same tint everywhere, and names that follow one another have different ones', () => {
  const tints = ['A', 'B', 'C', 'D', 'E', 'AB'].map(
    (name) => render(<InitialsAvatar name={name} />).container.querySelector('span')?.dataset.tone,
  );
  expect(tints).toEqual(['b', 'c', 'd', 'a', 'b', 'd']);
});
