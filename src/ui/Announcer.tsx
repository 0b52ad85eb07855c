import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Long enough to be heard; later a screen reader should not find an outdated message. */
const LASTS_MS = 3_000;

let listener: (() => void) | null = null;
/** Queued messages: a page title and a result may arrive at the same moment, and both must be spoken. */
const waiting = new Set<string>();

/** Announces a message to screen readers, politely. */
export function announce(message: string): void {
  waiting.add(message);
  listener?.();
}

/** Announces an element's text when it appears or changes; a role inserted with its content is often missed. */
export function useSpoken(element: RefObject<HTMLElement | null>, isSpoken = true): void {
  const said = useRef('');
  useEffect(() => {
    const words = element.current?.textContent?.trim() ?? '';
    if (!isSpoken || words === said.current) return;
    said.current = words;
    if (words !== '') announce(words);
  });
}

/** A paragraph that screen readers announce when it appears. */
export function Spoken(props: ComponentProps<'p'>) {
  const sentence = useRef<HTMLParagraphElement>(null);
  useSpoken(sentence);
  return <p {...props} ref={sentence} />;
}

/**
 * The page's one polite live region. Screen readers need it empty from the start.
 * It is outside `#root`, which an open dialog makes inert.
 */
export function Announcer() {
  const [message, setMessage] = useState('');
  const [isInPage, setInPage] = useState(false);
  useEffect(() => {
    setInPage(true);
    let ending: ReturnType<typeof setTimeout>;
    listener = () => {
      // Clearing first makes screen readers repeat an identical message.
      setMessage('');
      requestAnimationFrame(() => {
        if (waiting.size === 0) return;
        setMessage([...waiting].join(' '));
        waiting.clear();
        clearTimeout(ending);
        ending = setTimeout(() => setMessage(''), LASTS_MS);
      });
    };
    if (waiting.size > 0) listener();
    return () => {
      listener = null;
      clearTimeout(ending);
    };
  }, []);
  // The server cannot render portals, so this renders after hydration.
  if (!isInPage) return null;
  return createPortal(
    <div className="sr" role="status" aria-live="polite" data-announcer="">
      {message}
    </div>,
    document.body,
  );
}
