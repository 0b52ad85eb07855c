import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Long enough to be heard; after that who reads on finds no sentence that is over. */
const LASTS_MS = 3_000;

let listener: (() => void) | null = null;
/** What is said next: a page's title and a result on it come in one moment, and neither may be lost. */
const waiting = new Set<string>();

/** Says a sentence to readers, politely: route changes, results. */
export function announce(message: string): void {
  waiting.add(message);
  listener?.();
}

/**
 * Says what stands in an element, when it comes and whenever its words change: what is put into a page together with a
 * role of its own readers often pass over.
 */
export function useSpoken(element: RefObject<HTMLElement | null>, isSpoken = true): void {
  const said = useRef('');
  useEffect(() => {
    const words = element.current?.textContent?.trim() ?? '';
    if (!isSpoken || words === said.current) return;
    said.current = words;
    if (words !== '') announce(words);
  });
}

/** A sentence that readers hear when it comes. */
export function Spoken(props: ComponentProps<'p'>) {
  const sentence = useRef<HTMLParagraphElement>(null);
  useSpoken(sentence);
  return <p {...props} ref={sentence} />;
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
    let ending: ReturnType<typeof setTimeout>;
    listener = () => {
      // Emptied first, so that the same sentence is spoken twice when it happens twice.
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
  // The server renders no portals, so it waits for the phone.
  if (!isInPage) return null;
  return createPortal(
    <div className="sr" role="status" aria-live="polite" data-announcer="">
      {message}
    </div>,
    document.body,
  );
}
