import type { MessageBoxKind } from './Note.tsx';

/** Describes a message at the top right: success 2 s, others 4 s; hover and focus pause it. */
export interface ToastRequest {
  kind: MessageBoxKind;
  message: string;
  /** A second toast of this id is ignored. */
  id?: string;
  /** Milliseconds; false: until closed. */
  lastsMs?: number | false;
  /** A button, e.g. `Update`; it closes the toast. */
  action?: { label: string; onAct: () => void };
}

type Host = { show: (request: ToastRequest) => void; dismiss: (id?: string) => void };

/** Tracks the page's toasts: those that wait for the toast library, and those already shown. */
function createToasts() {
  const shownIds = new Set<string>();
  let waiting: ToastRequest[] = [];
  let host: Host | null = null;
  let handleFirst: (() => void) | null = null;
  const dismiss = (id?: string): void => {
    if (id === undefined) shownIds.clear();
    waiting = id === undefined ? [] : waiting.filter((request) => request.id !== id);
    host?.dismiss(id);
  };
  return {
    show: (request: ToastRequest): void => {
      if (request.id !== undefined) shownIds.add(request.id);
      if (host) {
        host.show(request);
        return;
      }
      waiting.push(request);
      handleFirst?.();
    },
    replace: (id: string): void => {
      shownIds.add(id);
      dismiss(id);
    },
    wasShown: (id: string): boolean => shownIds.has(id),
    dismiss,
    onFirst: (handle: () => void): (() => void) => {
      handleFirst = handle;
      if (waiting.length > 0) handle();
      return () => {
        handleFirst = null;
      };
    },
    attach: (next: Host): (() => void) => {
      host = next;
      for (const request of waiting) next.show(request);
      waiting = [];
      return () => {
        if (host === next) host = null;
      };
    },
  };
}

const toasts = createToasts();

/** Shows a toast; the first one loads the library. */
export const showToast = toasts.show;

/** Counts the message of this id as shown, because a dialog says it, and dismisses its toast. */
export const replaceToast = toasts.replace;

/** True when a toast of this id was shown since the page load or the last full dismissal. */
export const wasToastShown = toasts.wasShown;

/** Dismisses one toast, or all with the queue (at sign-out). */
export const dismissToasts = toasts.dismiss;

/** The toast region subscribes here; it is called once, with the first toast. */
export const onFirstToast = toasts.onFirst;

/** Registers the host of the toasts and passes the queued toasts to it. Only the host calls this. */
export const attachToastHost = toasts.attach;
