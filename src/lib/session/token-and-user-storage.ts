import type { User } from '#contract/schemas/auth.ts';

export const TOKEN_STORAGE_KEY = 'token';
export const USER_STORAGE_KEY = 'user';

export interface StoredSession {
  token: string;
  user: User;
}

/** Stores token and user in local storage. Where that is blocked or full, they live as long as the tab. */
export interface TokenAndUserStorage {
  read: () => StoredSession | 'unreadable' | null;
  write: (pair: StoredSession) => void;
  erase: () => void;
}

export function createTokenAndUserStorage(): TokenAndUserStorage {
  let unstored: StoredSession | null = null;
  const erase = () => {
    unstored = null;
    try {
      localStorage.removeItem(TOKEN_STORAGE_KEY);
      localStorage.removeItem(USER_STORAGE_KEY);
    } catch {
      // Local storage is blocked, so the values stay in memory.
    }
  };
  return {
    read: () => {
      try {
        const token = localStorage.getItem(TOKEN_STORAGE_KEY);
        const userJson = localStorage.getItem(USER_STORAGE_KEY);
        if (!token || !userJson) return unstored;
        const user: unknown = JSON.parse(userJson);
        const isUser = typeof user === 'object' && user !== null && typeof (user as User).id === 'string';
        return isUser ? { token, user: user as User } : 'unreadable';
      } catch (error) {
        // Invalid JSON is a damaged session. Any other error means that storage is blocked, so only this tab's values
        // count.
        return error instanceof SyntaxError ? 'unreadable' : unstored;
      }
    },
    write: (pair) => {
      try {
        localStorage.setItem(TOKEN_STORAGE_KEY, pair.token);
        localStorage.setItem(USER_STORAGE_KEY, JSON.stringify(pair.user));
        unstored = null;
      } catch {
        erase();
        unstored = pair;
      }
    },
    erase,
  };
}

/**
 * True when the token's `sub` is the user's id. A token of another format is accepted, because the server may change
 * the format.
 */
export function doesTokenBelongToUser(token: string, userId: string): boolean {
  try {
    const payload = token.split('.')[1];
    if (payload === undefined) return true;
    const { sub } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return typeof sub !== 'string' || sub === userId;
  } catch {
    return true;
  }
}
