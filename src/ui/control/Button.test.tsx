import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { simulateBrowserTranslator, TRANSLATED_TEXT_MARK } from '../../../tests/support/translator.ts';
import { Icon } from '../icon/Icon.tsx';
import { EmptyState } from '../message/EmptyState.tsx';
import { Button, ButtonLink, ExternalButtonLink } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

test.each([
  ['a button', <Button key="b" small wide />, <Button key="p" />],
  ['a link', <ButtonLink key="b" to="/" small wide />, <ButtonLink key="p" to="/" />],
  [
    'an anchor',
    <ExternalButtonLink key="b" href="#a" small wide />,
    <ExternalButtonLink key="p" href="#a" />,
  ],
])('%s that is small or wide says so to the style sheet, any other does not', (_, marked, plain) => {
  const draw = (element: React.ReactNode) => {
    const { container } = render(<MemoryRouter>{element}</MemoryRouter>);
    const { variant, small, wide } = (container.firstElementChild as HTMLElement).dataset;
    return { variant, small, wide };
  };
  expect(draw(marked)).toEqual({ variant: 'main', small: 'true', wide: 'true' });
  expect(draw(plain)).toEqual({ variant: 'main' });
});

test('a busy button keeps the focus, says what it does, and does nothing more', () => {
  const handleClick = vi.fn();
  const { rerender } = render(<Button onClick={handleClick}>Share</Button>);
  const button = screen.getByRole('button', { name: 'Share' });
  expect(button.hasAttribute('aria-busy')).toBe(false);
  fireEvent.click(button);
  button.focus();
  rerender(
    <Button onClick={handleClick} busyLabel="Sharing...">
      Share
    </Button>,
  );
  fireEvent.click(button);
  expect(handleClick).toHaveBeenCalledOnce();
  expect(button.textContent).toBe('Sharing...');
  expect(document.activeElement).toBe(button);
  expect([button.getAttribute('aria-busy'), button.getAttribute('aria-disabled')]).toEqual(['true', 'true']);
});

test('an icon that floats or spins says so to the style sheet', () => {
  render(
    <>
      <IconButton icon="refresh" label="Refresh" floating spinning />
      <IconButton icon="close" label="Close" />
    </>,
  );
  expect({ ...screen.getByRole('button', { name: 'Refresh' }).dataset }).toEqual({
    floating: 'true',
    spinning: 'true',
  });
  expect({ ...screen.getByRole('button', { name: 'Close' }).dataset }).toEqual({});
});

test('what stands in place of a whole screen is headed as one, anything else below it', () => {
  render(
    <>
      <EmptyState title="Not found" level={1} />
      <EmptyState title="No groups" />
    </>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Not found');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No groups');
  expect(document.querySelector('p')).toBeNull();
});

test('on a translated page a button with an icon still shows what it does, and what it did', async () => {
  const draw = (label: string, busyLabel = '') => (
    <Button busyLabel={busyLabel}>
      <Icon name="copy" />
      {label}
    </Button>
  );
  const { rerender } = render(draw('Copy Link'));
  simulateBrowserTranslator(TRANSLATED_TEXT_MARK);
  const button = screen.getByRole('button');
  for (const [label, busyLabel] of [['Copy Link'], ['Copied!'], ['Copied!', 'Copying...'], ['Copy Link']]) {
    rerender(draw(label as string, busyLabel));
    await expect.poll(() => button.textContent).toBe(`${busyLabel ?? label}${TRANSLATED_TEXT_MARK}`);
  }
});
