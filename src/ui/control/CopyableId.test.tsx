import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CopyableId } from './CopyableId.tsx';

const ID = 'b7a8d6a4-52f7-4ef8-9a52-0a7f3f3a0001';
const copyButton = () => screen.getByRole('button', { name: 'Copy Order ID' });

beforeEach(() => {
  userEvent.setup();
});

test('a long id is read short and copied whole', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<CopyableId name="Order ID" id={ID} />);
  expect(screen.getByText('b7a8d6a4…0001')).toBeDefined();
  await userEvent.click(copyButton());
  expect(write).toHaveBeenCalledExactlyOnceWith(ID);
  expect(copyButton().textContent).toBe('Copied!');
});

test('where nothing can be copied the whole id is shown and selected', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('blocked'));
  render(<CopyableId name="Order ID" id={ID} />);
  await userEvent.click(copyButton());
  expect(screen.getByText(ID)).toBeDefined();
  expect(getSelection()?.toString()).toBe(ID);
});

test('a short id has nothing to copy', () => {
  render(<CopyableId name="Tracking" id="GB-1234ABCD" />);
  expect(screen.getByText('GB-1234ABCD')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
