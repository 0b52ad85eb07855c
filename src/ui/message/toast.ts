import type { MessageBoxKind } from './MessageBox.tsx';

/** A message at the top right. A success shows for 2 s, others for 4 s; hover and focus pause the time. */
export interface ToastRequest {
  kind: MessageBoxKind;
  message: string;
  /** Identifies the message: while one with this id shows, another is ignored. */
  id?: string;
  /** Milliseconds until the toast disappears; false: it stays until the shopper closes it. */
  lastsMs?: number | false;
  /** A button in the toast, such as `Update`; pressing it closes the toast. */
  action?: { label: string; onAct: () => void };
}

type Host = { show: (request: ToastRequest) => void; dismiss: (id?: string) => void };

/** Stores the page's toasts: those that wait for the toast library to load, and those already shown. */
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

/** Shows a toast; the first one loads the toast library. */
export const showToast = toasts.show;

/** Counts a toast as shown and dismisses it, because a dialog shows the same message. */
export const suppressToastShownInDialog = toasts.replace;

/** True when a toast of this id was shown since the page loaded or all toasts were dismissed. */
export const wasToastShown = toasts.wasShown;

/** Dismisses one toast, or all including those that wait (at sign-out). */
export const dismissToasts = toasts.dismiss;

/** Calls back once, with the first toast; the component that loads the toast library subscribes here. */
export const onFirstToast = toasts.onFirst;

/** Passes the waiting toasts to the component that shows them. Only that component calls this. */
export const attachToastHost = toasts.attach;
