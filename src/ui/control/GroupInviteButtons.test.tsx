import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreenWithoutApp, signInWithoutApp } from '../../../tests/support/screen-alone.tsx';
import { GroupInviteButtons } from './GroupInviteButtons.tsx';

const LINK = 'https://shop.example/product/rice?ref=ADAOBI12&group=g1';

beforeEach(() => signInWithoutApp());
afterEach(() => vi.restoreAllMocks());

const open = () =>
  renderScreenWithoutApp(
    <GroupInviteButtons
      title="Local Rice"
      slug="rice"
      productLink="https://shop.example/product/rice"
      groupId="g1"
      missing="45 kg"
    />,
  );

test('WhatsApp opens with the text, what is missing and the sharer’s link to the group', () => {
  open();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' });
  expect(new URL(link.href).origin).toBe('https://wa.me');
  expect(new URL(link.href).searchParams.get('text')).toBe(
    `Join the group for Local Rice. It needs 45 kg more. ${LINK}`,
  );
});

test('the copied link is the product’s own, with code and group', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByRole('button', { name: 'Copied!' })).toBeDefined();
  expect(write).toHaveBeenCalledWith(LINK);
});

test('the share sheet gets title, text and link', async () => {
  const share = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  open();
  await userEvent.click(screen.getByRole('button', { name: 'More apps' }));
  expect(share).toHaveBeenCalledWith({
    title: 'Local Rice',
    text: 'Join the group for Local Rice. It needs 45 kg more.',
    url: LINK,
  });
  vi.unstubAllGlobals();
});

test('a link that cannot be copied is shown, to be copied by hand', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Please copy it by hand');
  expect(field.value).toBe(LINK);
});
