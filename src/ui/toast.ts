import type { NoteKind } from './Note.tsx';

/** A message at the top right: success 2 s, others 4 s; hover and focus pause it. */
export interface ToastRequest {
  kind: NoteKind;
  message: string;
  /** A second toast of this id is ignored. */
  id?: string;
  /** Milliseconds; false: until closed. */
  lastsMs?: number | false;
  /** A button, e.g. `Update`; it closes the toast. */
  action?: { label: string; onAct: () => void };
}

type Host = { show: (request: ToastRequest) => void; dismiss: (id?: string) => void };

let waiting: ToastRequest[] = [];
const shownIds = new Set<string>();
let host: Host | null = null;
let handleFirst: (() => void) | null = null;

/** Shows a toast; the first one loads the library. */
export function showToast(request: ToastRequest): void {
  if (request.id !== undefined) shownIds.add(request.id);
  if (host) {
    host.show(request);
    return;
  }
  waiting.push(request);
  handleFirst?.();
}

/** True when a toast of this id was shown since the page load or the last full dismissal. */
export function wasShown(id: string): boolean {
  return shownIds.has(id);
}

/** Dismisses one toast, or all with the queue (at sign-out). */
export function dismissToasts(id?: string): void {
  if (id === undefined) shownIds.clear();
  waiting = id === undefined ? [] : waiting.filter((request) => request.id !== id);
  host?.dismiss(id);
}

/** For `ToastRegion` only: called once, with the first toast. */
export function onFirstToast(handle: () => void): () => void {
  handleFirst = handle;
  if (waiting.length > 0) handle();
  return () => {
    handleFirst = null;
  };
}

/** For `ToastHost` only: registers the host and hands it the queued toasts. */
export function attachToastHost(next: Host): () => void {
  host = next;
  for (const request of waiting) next.show(request);
  waiting = [];
  return () => {
    if (host === next) host = null;
  };
}
