import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

type Listener = (message: string) => void;
let listener: Listener | null = null;
let waiting: string | null = null;

/** Says a sentence to readers, politely: route changes, results of actions that show no note. */
export function announce(message: string): void {
  if (listener) listener(message);
  else waiting = message;
}

/** A result as text that readers hear too: what is put into a page together with its role they often pass over. */
export function Announced({ message }: { message: string }) {
  useEffect(() => announce(message), [message]);
  return message;
}

/**
 * The one polite live region of the page. It is in the page from the start, empty, as readers need it, and
 * outside `#root`, which an open dialog makes inert.
 */
export function Announcer() {
  const [message, setMessage] = useState('');
  const [isInPage, setInPage] = useState(false);
  useEffect(() => {
    setInPage(true);
    listener = (next) => {
      // Emptied first, so that the same sentence is spoken twice when it happens twice.
      setMessage('');
      requestAnimationFrame(() => setMessage(next));
    };
    if (waiting !== null) listener(waiting);
    waiting = null;
    return () => {
      listener = null;
    };
  }, []);
  // The server renders no portals, so it waits for the phone.
  if (!isInPage) return null;
  return createPortal(
    <div className="sr" role="status" aria-live="polite" data-announcer="">
      {message}
    </div>,
    document.body,
  );
}
