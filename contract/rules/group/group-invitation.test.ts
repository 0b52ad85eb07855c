import { expect, test } from 'vitest';
import { formatGroupInvitationQuery, parseGroupInvitation } from './group-invitation.ts';

const GROUP = '5f0c1c1e-0000-4000-8000-000000000001';
const read = (query: Record<string, string>) => parseGroupInvitation({ get: (name) => query[name] ?? null });

test('a shared link names the group and the code of who shared it', () => {
  const invitation = { groupId: GROUP, referralCode: 'ADAOBI12' };
  expect(read({ ref: ' adaobi12', group: GROUP.toUpperCase(), source: 'chat' })).toEqual(invitation);
  expect(formatGroupInvitationQuery(invitation)).toBe(`?ref=ADAOBI12&group=${GROUP}`);
});

test('a group is shared without a code by who is not signed in', () => {
  expect(read({ group: GROUP })).toEqual({ groupId: GROUP, referralCode: '' });
  expect(formatGroupInvitationQuery({ groupId: GROUP, referralCode: '' })).toBe(`?group=${GROUP}`);
});

test.each(['.', ')', '_', '\u200b', '/'])(
  '%j that a chat leaves at an end is of neither id nor code',
  (end) => {
    const invitation = { groupId: GROUP, referralCode: 'ADAOBI12' };
    expect(read({ ref: `ADAOBI12${end}`, group: `${GROUP}${end}` })).toEqual(invitation);
  },
);

test.each(['', '1', `${GROUP}0`, `'--${GROUP}`])('the group %j is no invitation', (group) => {
  expect(read({ group, ref: 'ADAOBI12' })).toBeNull();
  expect(formatGroupInvitationQuery(read({ ref: 'ADAOBI12' }))).toBe('');
});

test('a typed code is read without its dash', () => {
  expect(read({ group: GROUP, ref: 'adao-bi12' })?.referralCode).toBe('ADAOBI12');
});

test('a code that no shopper can have is left out', () => {
  expect(read({ group: GROUP, ref: 'A'.repeat(33) })?.referralCode).toBe('');
  expect(read({ group: GROUP, ref: '<b>' })?.referralCode).toBe('');
});
