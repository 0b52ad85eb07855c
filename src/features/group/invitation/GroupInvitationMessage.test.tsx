import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { GroupInvitation } from '#contract/schemas/group.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  renderScreenWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { simulateBrowserTranslator } from '../../../../tests/support/translator.ts';
import { GroupInvitationMessage } from './GroupInvitationMessage.tsx';

const shared: GroupInvitation = {
  groupId: 'g1',
  productId: 'rice',
  status: 'active',
  sharedBy: 'Ada',
  previewImage: null,
};

function open(invitation: GroupInvitation | null, shown: { groupId: string | null; spotsRemaining: number }) {
  const sent = installScriptedApi({
    'GET /api/group/g1/invitation': () =>
      invitation
        ? { json: { success: true, data: invitation } }
        : createScriptedRefusal(404, 'Group not found', 'group_not_found'),
  });
  renderScreenWithoutApp(
    <GroupInvitationMessage
      link={{ groupId: 'g1', referralCode: 'ADAOBI12' }}
      productId="rice"
      progress={{ ...shown, progressPercentage: 0, deadline: null, serverTime: '', timeRemaining: 0 }}
      baseUnitName="kg"
    />,
  );
  return sent;
}
const words = async () => (await screen.findByRole('note', { name: 'Invitation' })).textContent;
const open45 = { groupId: 'g1', spotsRemaining: 45 };
const next300 = { groupId: 'g2', spotsRemaining: 300 };
const none = { groupId: null, spotsRemaining: 500 };

test('an open group says whose it is and what it needs; the sharer is asked for by code', async () => {
  const sent = open(shared, open45);
  expect(await words()).toBe("Ada's group needs 45 kg more. Join it here.");
  expect(sent[0]?.query.get('ref')).toBe('ADAOBI12');
});

test('without consent nobody is named', async () => {
  open({ ...shared, sharedBy: null }, open45);
  expect(await words()).toBe('This group needs 45 kg more. Join it here.');
});

test.each<[GroupInvitation['status'], typeof none | typeof next300, string]>([
  ['active', { groupId: 'g1', spotsRemaining: 0 }, 'is full. You can start the next group here.'],
  ['successful', next300, 'is full. The next group needs 300 kg more. Join it here.'],
  ['delivered', none, 'is full. You can start the next group here.'],
  [
    'failed',
    next300,
    'did not go through. Everyone in it gets their money back. The next group needs 300 kg more. Join it here.',
  ],
  [
    'refunded',
    none,
    'did not go through. Everyone in it gets their money back. You can start the next group here.',
  ],
  ['active', none, 'is closed. You can start the next group here.'],
  ['manual_review', next300, 'is closed. The next group needs 300 kg more. Join it here.'],
])('a group that is %s leads to the next one: %j', async (status, shown, text) => {
  open({ ...shared, status }, shown);
  expect(await words()).toBe(`Ada's group ${text}`);
});

test('a group that became full while the page was open is not said to be closed', async () => {
  const statuses = ['active', 'successful'] as const;
  let asked = 0;
  open(
    {
      ...shared,
      get status() {
        return statuses[asked++] ?? 'successful';
      },
    },
    next300,
  );
  await expect.poll(words).toBe("Ada's group is full. The next group needs 300 kg more. Join it here.");
});

test('a translated invitation loses the name of a sharer who left, and nothing else', async () => {
  const invitation = { ...shared, status: 'active' as const };
  let asked = 0;
  open(
    {
      ...invitation,
      get sharedBy() {
        return asked++ === 0 ? 'Ada' : null;
      },
    },
    next300,
  );
  simulateBrowserTranslator('');
  await expect
    .poll(() => screen.queryByRole('note')?.textContent)
    .toBe('This group is closed. The next group needs 300 kg more. Join it here.');
});

test('the group of another product and an unknown one say nothing', async () => {
  const other = open({ ...shared, productId: 'beans' }, open45);
  const unknown = open(null, open45);
  await expect.poll(() => other.length + unknown.length).toBeGreaterThan(1);
  expect(screen.queryByRole('note')).toBeNull();
});
