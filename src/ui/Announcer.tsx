import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Long enough to be heard; later a screen reader should not find an outdated message. */
const LASTS_MS = 3_000;

/** What is said next: a page's title and a result on it come in one moment, and neither may be lost. */
function createSayings() {
  const waiting = new Set<string>();
  let listener: (() => void) | null = null;
  let isFirstPage = true;
  const say = (message: string): void => {
    waiting.add(message);
    listener?.();
  };
  return {
    say,
    sayTitle: (title: string): void => {
      if (!isFirstPage) say(title);
      isFirstPage = false;
    },
    take: (): string => {
      const words = [...waiting].join(' ');
      waiting.clear();
      return words;
    },
    follow: (handle: () => void): (() => void) => {
      listener = handle;
      if (waiting.size > 0) handle();
      return () => {
        listener = null;
      };
    },
  };
}

const sayings = createSayings();

/** Says a sentence to readers, politely: route changes, results. */
export const announce = sayings.say;

/** Says the title of a page, but for the first: that one the browser itself says. */
export const announceTitle = sayings.sayTitle;

/** Announces an element's text when it appears or changes; a role inserted with its content is often missed. */
export function useAnnounced(element: RefObject<HTMLElement | null>, isSpoken = true): void {
  const said = useRef('');
  useEffect(() => {
    const words = element.current?.textContent?.trim() ?? '';
    if (!isSpoken || words === said.current) return;
    said.current = words;
    if (words !== '') announce(words);
  });
}

/** A paragraph that screen readers announce when it appears. */
export function AnnouncedText(props: ComponentProps<'p'>) {
  const sentence = useRef<HTMLParagraphElement>(null);
  useAnnounced(sentence);
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
    const unfollow = sayings.follow(() => {
      // Emptied first, so that the same sentence is spoken twice when it happens twice.
      setMessage('');
      requestAnimationFrame(() => {
        const words = sayings.take();
        if (words === '') return;
        setMessage(words);
        clearTimeout(ending);
        ending = setTimeout(() => setMessage(''), LASTS_MS);
      });
    });
    return () => {
      unfollow();
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
