import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { installScriptedApi, renderScreenWithoutApp } from '../../../tests/support/screen-alone.tsx';
import RegisterRoute from './RegisterRoute.tsx';

test('the page says what it is for, under the slogan, with the code of the friend in its field', () => {
  installScriptedApi({});
  renderScreenWithoutApp(<RegisterRoute />, { at: '/register?ref=TUNDE19X' });
  expect(document.title).toBe('Create your account · Ajora');
  const heading = screen.getByRole('heading', { level: 1, name: 'Create your account' });
  expect(heading.nextSibling?.textContent).toBe('Buy Together, Save Together');
  expect(screen.getByLabelText<HTMLInputElement>('Referral code (optional)').value).toBe('TUNDE19X');
});
