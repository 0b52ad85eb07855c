import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';

const ada: User = {
  id: 'ada',
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '+2348035550142',
  referralCode: 'ADA12345',
  socialProof: true,
};

/** Builds a token of the given user; its signature is not read. */
function tokenOf(sub: string, mark = ''): string {
  return `h.${btoa(JSON.stringify({ sub, mark }))}.s`;
}

function storePair(token: string, user: unknown): void {
  localStorage.setItem('token', token);
  localStorage.setItem('user', typeof user === 'string' ? user : JSON.stringify(user));
}

/** Opens a new tab for each test, because the module remembers the session of its tab. */
async function openTab() {
  vi.resetModules();
  return { ...(await import('./session.ts')), ...(await import('./session-tabs.ts')) };
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

  test.each(['{broken', '"text"', 'null', '{}', '{"id":7}'])(
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
  const { getSession, mergeSessionUser: mergeUser, startSession } = await openTab();
  startSession(tokenOf('ada'), ada);
  mergeUser({ name: 'Ada Eze' });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ ...ada, name: 'Ada Eze' });
  expect(localStorage.getItem('token')).toBe(tokenOf('ada'));
  expect(getSession()).toMatchObject({ user: { name: 'Ada Eze', email: ada.email } });
});

test('signing out removes both keys and tells whose session ended', async () => {
  const {
    endSession,
    getSession,
    onSessionEnd,
    getSessionEpoch: sessionEpoch,
    startSession,
  } = await openTab();
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

test('an end that nobody heard waits for its listener, and is told once', async () => {
  const {
    endSession,
    isSessionCleanupPending: isSessionEndPending,
    onSessionEnd,
    startSession,
  } = await openTab();
  startSession(tokenOf('ada'), ada);
  expect(isSessionEndPending()).toBe(false);
  endSession('expired');
  expect(isSessionEndPending()).toBe(true);
  const ends: unknown[] = [];
  const stop = onSessionEnd((why, userId) => ends.push([why, userId]));
  expect(ends).toEqual([['expired', 'ada']]);
  expect(isSessionEndPending()).toBe(false);
  startSession(tokenOf('ada'), ada);
  endSession('signed-out');
  expect(ends).toHaveLength(2);
  expect(isSessionEndPending()).toBe(false);
  stop();
});

describe('a profile that another tab changed', () => {
  const renamed = { ...ada, name: 'Ada Eze', socialProof: false };
  const stored = () => JSON.parse(localStorage.getItem('user') ?? '');

  async function openBeforeTheChange() {
    storePair(tokenOf('ada'), ada);
    const tab = await openTab();
    tab.getSession();
    storePair(tokenOf('ada'), renamed);
    return tab;
  }

  test('is adopted under the same token', async () => {
    const { syncSessionWithStorage: checkPair, getSession } = await openBeforeTheChange();
    expect(checkPair()).toBe(true);
    expect(getSession()).toMatchObject({ user: { name: 'Ada Eze', socialProof: false } });
  });

  test('outlives a token that this tab refreshes', async () => {
    const { getSession, replaceSessionToken: replaceToken } = await openBeforeTheChange();
    replaceToken(tokenOf('ada', 'new'));
    expect(stored()).toEqual(renamed);
    expect(getSession()).toEqual({ status: 'member', token: tokenOf('ada', 'new'), user: renamed });
  });

  test('outlives what this tab changes, as does the token refreshed there', async () => {
    const { mergeSessionUser: mergeUser } = await openBeforeTheChange();
    localStorage.setItem('token', tokenOf('ada', 'new'));
    mergeUser({ phone: '+2348035550199' });
    expect(stored()).toEqual({ ...renamed, phone: '+2348035550199' });
    expect(localStorage.getItem('token')).toBe(tokenOf('ada', 'new'));
  });
});

test.each([
  ['signed out', () => localStorage.clear(), null],
  [
    'gave the phone to another shopper',
    () => storePair(tokenOf('bola'), { ...ada, id: 'bola' }),
    tokenOf('bola'),
  ],
])('a token refreshed while another tab %s is not stored', async (_name, act, left) => {
  storePair(tokenOf('ada'), ada);
  const { getSession, replaceSessionToken: replaceToken } = await openTab();
  getSession();
  act();
  replaceToken(tokenOf('ada', 'new'));
  expect(localStorage.getItem('token')).toBe(left);
  expect(getSession().status).toBe('visitor');
});

describe('before a send', () => {
  test('a token that another tab refreshed is adopted', async () => {
    storePair(tokenOf('ada'), ada);
    const { syncSessionWithStorage: checkPair, getSession } = await openTab();
    getSession();
    localStorage.setItem('token', tokenOf('ada', 'new'));
    expect(checkPair()).toBe(true);
    expect(getSession()).toMatchObject({ token: tokenOf('ada', 'new') });
  });

  test('a tab that slept through a change of user sends nothing and leaves the new pair alone', async () => {
    storePair(tokenOf('ada'), ada);
    const { syncSessionWithStorage: checkPair, getSession, onSessionEnd } = await openTab();
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
    const { syncSessionWithStorage: checkPair, getSession } = await openTab();
    getSession();
    localStorage.setItem('token', tokenOf('bola'));
    expect(checkPair()).toBe(false);
  });

  test('a pair that another tab removed ends the session here', async () => {
    storePair(tokenOf('ada'), ada);
    const { syncSessionWithStorage: checkPair, getSession, onSessionEnd } = await openTab();
    getSession();
    const ends: string[] = [];
    onSessionEnd((why) => ends.push(why));
    localStorage.clear();
    expect(checkPair()).toBe(false);
    expect(ends).toEqual(['elsewhere']);
  });
});

test('a visitor’s tab adopts the sign-in of another tab once both keys are there', async () => {
  const {
    followSessionOfOtherTabs: followOtherTabs,
    getSession,
    getSessionEpoch: sessionEpoch,
  } = await openTab();
  expect(getSession().status).toBe('visitor');
  const unfollow = followOtherTabs();
  localStorage.setItem('token', tokenOf('ada'));
  const before = sessionEpoch();
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(getSession().status).toBe('visitor');
  expect(sessionEpoch()).toBe(before);
  localStorage.setItem('user', JSON.stringify(ada));
  dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(getSession().status).toBe('member');
  expect(sessionEpoch()).toBeGreaterThan(before);
  unfollow();
});

test('a visitor’s tab adopts a sign-in that another tab made before this one began to follow', async () => {
  const { followSessionOfOtherTabs: followOtherTabs, getSession } = await openTab();
  expect(getSession().status).toBe('visitor');
  storePair(tokenOf('ada'), ada);
  followOtherTabs()();
  expect(getSession().status).toBe('member');
});

describe('a member’s tab', () => {
  async function openMember() {
    storePair(tokenOf('ada'), ada);
    const tab = await openTab();
    tab.getSession();
    return { ...tab, unfollow: tab.followSessionOfOtherTabs() };
  }
  const stored = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }));

  test.each(['token', 'user', null])('looks at the pair when %j was written by another tab', async (key) => {
    const { getSession, unfollow } = await openMember();
    localStorage.setItem('token', tokenOf('ada', 'new'));
    stored(key);
    expect(getSession()).toMatchObject({ token: tokenOf('ada', 'new') });
    unfollow();
  });

  test('looks at the pair when it begins to follow', async () => {
    const { followSessionOfOtherTabs: followOtherTabs, getSession, unfollow } = await openMember();
    unfollow();
    localStorage.clear();
    followOtherTabs()();
    expect(getSession().status).toBe('visitor');
  });

  test('does not look when something else was written', async () => {
    const { getSession, unfollow } = await openMember();
    localStorage.setItem('token', tokenOf('ada', 'new'));
    stored('cartData');
    expect(getSession()).toMatchObject({ token: tokenOf('ada') });
    unfollow();
  });

  test.each([
    ['visible', 'visitor'],
    ['hidden', 'member'],
  ] as const)('that wakes %s after a sign-out elsewhere is then a %s’s', async (visibility, status) => {
    const { getSession, unfollow } = await openMember();
    localStorage.clear();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    document.dispatchEvent(new Event('resume'));
    expect(getSession().status).toBe(status);
    vi.restoreAllMocks();
    unfollow();
  });
});

describe('a storage that is refused', () => {
  const real = localStorage;
  afterEach(() => vi.unstubAllGlobals());

  /** Simulates a storage that refuses writes. @param read what reading it still gives. */
  function refuse(read: (key: string) => string | null): void {
    const setItem = () => {
      throw new DOMException('refused', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', {
      getItem: read,
      setItem,
      removeItem: (key: string) => real.removeItem(key),
    });
  }
  const readNothing = () => {
    throw new DOMException('refused', 'SecurityError');
  };

  test.each([
    ['at every touch', readNothing],
    ['when it is full', (key: string) => real.getItem(key)],
  ])('%s keeps a session as long as the tab lives', async (_, read) => {
    const tab = await openTab();
    const {
      syncSessionWithStorage: checkPair,
      endSession,
      getSession,
      mergeSessionUser: mergeUser,
      replaceSessionToken: replaceToken,
      startSession,
    } = tab;
    refuse(read);
    expect(getSession().status).toBe('visitor');
    startSession(tokenOf('ada'), ada);
    expect(checkPair()).toBe(true);
    // What this tab remembers belongs to Ada, so she is the stored user.
    expect(tab.readStoredUserId()).toBe('ada');
    replaceToken(tokenOf('ada', 'next'));
    mergeUser({ name: 'Ada Eze' });
    expect(getSession()).toEqual({
      status: 'member',
      token: tokenOf('ada', 'next'),
      user: { ...ada, name: 'Ada Eze' },
    });
    endSession('signed-out');
    expect([checkPair(), getSession().status]).toEqual([true, 'visitor']);
  });

  test('keeps nothing of whoever was stored before', async () => {
    storePair(tokenOf('bayo'), { ...ada, id: 'bayo' });
    const { syncSessionWithStorage: checkPair, getSession, startSession } = await openTab();
    refuse((key) => real.getItem(key));
    startSession(tokenOf('ada'), ada);
    expect(checkPair()).toBe(true);
    expect(getSession()).toMatchObject({ user: { id: 'ada' } });
    expect(localStorage.getItem('user')).toBeNull();
  });
});

describe('a token and a profile of two shoppers', () => {
  test('are nobody at the start, and stay, for another tab may be writing them', async () => {
    storePair(tokenOf('bayo'), ada);
    const { followSessionOfOtherTabs: followOtherTabs, getSession, onSessionEnd } = await openTab();
    const ends: string[] = [];
    onSessionEnd((why) => ends.push(why));
    expect(getSession().status).toBe('visitor');
    const unfollow = followOtherTabs();
    expect(getSession().status).toBe('visitor');
    storePair(tokenOf('bayo'), { ...ada, id: 'bayo' });
    dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    expect(getSession()).toMatchObject({ status: 'member', user: { id: 'bayo' } });
    expect(ends).toEqual([]);
    unfollow();
  });

  test('are not made by a refresh: the cookie is another one’s by now, and the session ends', async () => {
    storePair(tokenOf('ada'), ada);
    const { getSession, onSessionEnd, replaceSessionToken: replaceToken } = await openTab();
    const ends: string[] = [];
    onSessionEnd((why) => ends.push(why));
    expect(getSession().status).toBe('member');
    replaceToken(tokenOf('bayo'));
    expect([getSession().status, ends]).toEqual(['visitor', ['expired']]);
    expect(localStorage.getItem('token')).toBeNull();
  });
});

test('a visitor’s tab that slept takes up who signed in meanwhile', async () => {
  const { followSessionOfOtherTabs: followOtherTabs, getSession } = await openTab();
  const unfollow = followOtherTabs();
  expect(getSession().status).toBe('visitor');
  storePair(tokenOf('ada'), ada);
  dispatchEvent(new Event('pageshow'));
  expect(getSession()).toMatchObject({ status: 'member', user: { id: 'ada' } });
  unfollow();
});
