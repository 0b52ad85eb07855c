import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ProgressMeter } from './ProgressMeter.tsx';

test.each([
  [76.4, 76],
  [0, 0],
  [-5, 0],
  [150, 100],
  [Number.NaN, 0],
])('of %d percent the bar fills %d of 100', (percent, value) => {
  render(<ProgressMeter percent={percent} label="Group progress" />);
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Group progress' });
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual([String(value), '100']);
});
