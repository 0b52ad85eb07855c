import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled';
import '../../styles/toast.css';
import { Button } from '../control/Button.tsx';
import { IconButton } from '../control/IconButton.tsx';
import { Icon } from '../icon/Icon.tsx';
import { attachToastHost, type ToastRequest } from './toast.ts';

const TOAST_MS = 4_000;
const TOAST_SUCCESS_MS = 2_000;
const TOAST_LIMIT = 20;

const slide = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapse: false });

function show({ kind, message, id, lastsMs, action }: ToastRequest): void {
  const content = ({ closeToast }: { closeToast: () => void }) => (
    <>
      <Icon name={kind === 'success' ? 'check' : kind === 'info' ? 'info' : 'alert'} />
      <span className="grow">{message}</span>
      {action && (
        <Button
          small
          variant="line"
          onClick={() => {
            closeToast();
            action.onAct();
          }}
        >
          {action.label}
        </Button>
      )}
    </>
  );
  toast(content, {
    type: kind,
    ...(id !== undefined && { toastId: id }),
    autoClose: lastsMs ?? (kind === 'success' ? TOAST_SUCCESS_MS : TOAST_MS),
    role: kind === 'error' ? 'alert' : 'status',
  });
}

/** Stacks the toasts outside `#root`, which an open dialog makes inert. */
export default function ToastHost() {
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!stack.current) return;
    // The library's live region is switched off, because each toast is a live region and would be announced twice.
    stack.current.querySelector('[aria-live]')?.setAttribute('aria-live', 'off');
    // The purchase pop-ups in the same corner move down by the height of the toasts.
    const page = document.documentElement.style;
    const observer = new ResizeObserver(([entry]) => {
      page.setProperty('--toasts', `${entry?.contentRect.height ?? 0}px`);
    });
    observer.observe(stack.current);
    return () => {
      observer.disconnect();
      page.removeProperty('--toasts');
    };
  }, []);
  useEffect(
    () =>
      attachToastHost({
        show,
        dismiss: (id) => {
          toast.dismiss(id);
          if (id === undefined) toast.clearWaitingQueue();
        },
      }),
    [],
  );
  return createPortal(
    <div ref={stack} className="toasts">
      <ToastContainer
        aria-label="Messages"
        position="top-right"
        transition={slide}
        limit={TOAST_LIMIT}
        newestOnTop
        icon={false}
        hideProgressBar
        closeOnClick={false}
        draggable={false}
        pauseOnFocusLoss
        closeButton={({ closeToast }) => (
          <IconButton icon="close" iconSize="sm" label="Dismiss" onClick={() => closeToast()} />
        )}
      />
    </div>,
    document.body,
  );
}
