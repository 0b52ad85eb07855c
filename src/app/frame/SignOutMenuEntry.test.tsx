import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import { outbox, TestAppServicesProvider } from '../../../tests/support/own-app.tsx';
import { notificationCommandRules } from '../../features/notifications/data/notification-command-rules.ts';
import { getSession, startSession } from '../../lib/session/session.ts';
import { createOutboxCommand } from '../../offline/outbox/command.ts';
import { SignOutMenuEntry } from './SignOutMenuEntry.tsx';

afterEach(() => {
  outbox.view.forgetAll();
  vi.unstubAllGlobals();
});

const command = (noticeId: string) =>
  createOutboxCommand(notificationCommandRules, { type: 'notif.read', noticeId }, 'ada', noticeId, 1);

function open(noticeIds: readonly string[]) {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  startSession('t', { id: 'ada', name: 'Ada' } as User);
  outbox.view.show(noticeIds.map(command));
  const handleLeave = vi.fn();
  render(<SignOutMenuEntry onLeave={handleLeave} />, { wrapper: TestAppServicesProvider });
  return handleLeave;
}
const tap = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const status = () => getSession().status;

test('with nothing left to send the session ends at once', async () => {
  const handleLeave = open([]);
  await tap('Logout');
  expect(status()).toBe('visitor');
  expect(handleLeave).toHaveBeenCalledOnce();
});

test('a single unsent change is worth a question too', async () => {
  open(['a']);
  await tap('Logout');
  expect(screen.getByRole('status').textContent).toBe('1 change not sent');
  expect(status()).toBe('member');
});

test('a change that is only being written counts among them', async () => {
  open(['a']);
  outbox.view.beginWriting(command('b'));
  await tap('Logout');
  expect(screen.getByRole('status').textContent).toBe('2 changes not sent');
});

test('with unsent changes it says how many would be lost, and only then ends the session', async () => {
  const handleLeave = open(['a', 'b']);
  await tap('Logout');
  expect(screen.getByRole('status').textContent).toBe('2 changes not sent');
  expect(status()).toBe('member');
  await tap('Stay signed in');
  expect(status()).toBe('member');
  await tap('Logout');
  await tap('Logout anyway');
  expect(status()).toBe('visitor');
  expect(handleLeave).toHaveBeenCalledOnce();
});
