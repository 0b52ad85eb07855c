import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';

const ada: User = {
  id: 'ada',
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '+2348035550142',
  referralCode: 'ADA12345',
  socialProof: true,
};

/** A token of the given user, with an unread signature. */
function tokenOf(sub: string, mark = ''): string {
  return `h.${btoa(JSON.stringify({ sub, mark }))}.s`;
}

function storePair(token: string, user: unknown): void {
  localStorage.setItem('token', token);
  localStorage.setItem('user', typeof user === 'string' ? user : JSON.stringify(user));
}

/** The module remembers the tab's session: each test opens a new tab. */
async function openTab() {
  vi.resetModules();
  return await import('./session.ts');
}

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.session;
});

describe('at start', () => {
  test('a stored token and user restore the session', async () => {
    storePair(tokenOf('ada'), ada);
    const { getSession } = await openTab();
    expect(getSession()).toEqual({ status: 'member', token: tokenOf('ada'), user: ada });
    expect(document.documentElement.dataset.session).toBe('member');
  });

  test.each(['token', 'user'])('without the stored %s nobody is signed in', async (key) => {
    storePair(tokenOf('ada'), ada);
    localStorage.removeItem(key);
    const { getSession } = await openTab();
    expect(getSession().status).toBe('visitor');
  });

  test.each(['{broken', '"text"', 'null'])(
    'stored data %s cannot be read: signed out, and told',
    async (json) => {
      storePair(tokenOf('ada'), json);
      const { getSession, onSessionEnd } = await openTab();
      expect(getSession().status).toBe('visitor');
      const ends: string[] = [];
      onSessionEnd((why) => ends.push(why));
      expect(ends).toEqual(['unreadable']);
      expect(localStorage.getItem('token')).toBeNull();
      expect(localStorage.getItem('user')).toBeNull();
    },
  );
});

test('signing in stores both keys, a profile update merges into the stored profile', async () => {
  const { getSession, mergeUser, startSession } = await openTab();
  startSession(tokenOf('ada'), ada);
  mergeUser({ name: 'Ada Eze' });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ ...ada, name: 'Ada Eze' });
  expect(localStorage.getItem('token')).toBe(tokenOf('ada'));
  expect(getSession()).toMatchObject({ user: { name: 'Ada Eze', email: ada.email } });
});

test('signing out removes both keys and tells whose session ended', async () => {
  const { endSession, getSession, onSessionEnd, sessionEpoch, startSession } = await openTab();
  startSession(tokenOf('ada'), ada);
  const before = sessionEpoch();
  const ends: unknown[] = [];
  onSessionEnd((why, userId) => ends.push([why, userId]));
  endSession('signed-out');
  expect(getSession().status).toBe('visitor');
  expect(ends).toEqual([['signed-out', 'ada']]);
  expect(sessionEpoch()).toBeGreaterThan(before);
  expect(localStorage.length).toBe(0);
});

describe('before a send', () => {
  test('a token that another tab refreshed is adopted', async () => {
    storePair(tokenOf('ada'), ada);
    const { checkPair, getSession } = await openTab();
    getSession();
    localStorage.setItem('token', tokenOf('ada', 'new'));
    expect(checkPair()).toBe(true);
    expect(getSession()).toMatchObject({ token: tokenOf('ada', 'new') });
  });

  test('a tab that slept through a change of user sends nothing and leaves the new pair alone', async () => {
    storePair(tokenOf('ada'), ada);
    const { checkPair, getSession, onSessionEnd } = await openTab();
    getSession();
    const ends: string[] = [];
    onSessionEnd((why) => ends.push(why));
    storePair(tokenOf('bola'), { ...ada, id: 'bola' });
    expect(checkPair()).toBe(false);
    expect(ends).toEqual(['switched']);
    expect(localStorage.getItem('token')).toBe(tokenOf('bola'));
  });

  test('a token of another user beside the own profile is a change of user', async () => {
    storePair(tokenOf('ada'), ada);
    const { checkPair, getSession } = await openTab();
    getSession();
    localStorage.setItem('token', tokenOf('bola'));
    expect(checkPair()).toBe(false);
  });

  test('a pair that another tab removed ends the session here', async () => {
    storePair(tokenOf('ada'), ada);
    const { checkPair, getSession, onSessionEnd } = await openTab();
    getSession();
    const ends: string[] = [];
    onSessionEnd((why) => ends.push(why));
    localStorage.clear();
    expect(checkPair()).toBe(false);
    expect(ends).toEqual(['elsewhere']);
  });
});

test('a visitor’s tab adopts the sign-in of another tab once both keys are there', async () => {
  const { followOtherTabs, getSession } = await openTab();
  expect(getSession().status).toBe('visitor');
  const unfollow = followOtherTabs();
  localStorage.setItem('token', tokenOf('ada'));
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(getSession().status).toBe('visitor');
  localStorage.setItem('user', JSON.stringify(ada));
  dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(getSession().status).toBe('member');
  unfollow();
});
