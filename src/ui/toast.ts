import type { NoteKind } from './Note.tsx';

/** One message at the top right. Success 2 s, the others 4 s; it waits while pointed at or focused. */
export interface ToastRequest {
  kind: NoteKind;
  message: string;
  /** The same id shows once: a fact told twice is one toast. */
  id?: string;
  /** Milliseconds, or false: stays until closed. */
  lastsMs?: number | false;
  /** One button after the text, for example `Update`. It closes the toast. */
  action?: { label: string; onAct: () => void };
}

type Host = { show: (request: ToastRequest) => void; dismiss: (id?: string) => void };

let waiting: ToastRequest[] = [];
const shownIds = new Set<string>();
let host: Host | null = null;
let handleFirst: (() => void) | null = null;

/** Shows a toast. The library behind it is fetched with the first one. */
export function showToast(request: ToastRequest): void {
  if (request.id !== undefined) shownIds.add(request.id);
  if (host) {
    host.show(request);
    return;
  }
  waiting.push(request);
  handleFirst?.();
}

/** Whether a toast of this id was shown since the page was opened, or since everything was dismissed. */
export function wasShown(id: string): boolean {
  return shownIds.has(id);
}

/** Takes one toast away, or all of them and the queue (at sign-out). */
export function dismissToasts(id?: string): void {
  if (id === undefined) shownIds.clear();
  waiting = id === undefined ? [] : waiting.filter((request) => request.id !== id);
  host?.dismiss(id);
}

/** For `ToastRegion` only: told once that a toast waits for its host. */
export function onFirstToast(handle: () => void): () => void {
  handleFirst = handle;
  if (waiting.length > 0) handle();
  return () => {
    handleFirst = null;
  };
}

/** For `ToastHost` only: takes over and gets what waited. */
export function attachToastHost(next: Host): () => void {
  host = next;
  for (const request of waiting) next.show(request);
  waiting = [];
  return () => {
    if (host === next) host = null;
  };
}
