import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** A message is removed after this time, because a screen reader that reaches it later would find it outdated. */
const LASTS_MS = 3_000;

/** Queues messages, because a page's title and a result may be announced at the same moment. */
function createAnnouncementQueue() {
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
      const message = [...waiting].join(' ');
      waiting.clear();
      return message;
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

const announcements = createAnnouncementQueue();

/** Announces a message politely to screen readers, e.g. a route change or a result. */
export const announceToScreenReader = announcements.say;

/** Announces a page's title after a navigation. The browser itself announces the first one. */
export const announcePageTitle = announcements.sayTitle;

/** Announces an element's text, because screen readers often ignore a live region that is inserted with its text. */
export function useAnnounceElementText(element: RefObject<HTMLElement | null>, isSpoken = true): void {
  const lastMessage = useRef('');
  useEffect(() => {
    const text = element.current?.textContent?.trim() ?? '';
    if (!isSpoken || text === lastMessage.current) return;
    lastMessage.current = text;
    if (text !== '') announceToScreenReader(text);
  });
}

/** Announces a paragraph to screen readers when it appears. */
export function AnnouncedText(props: ComponentProps<'p'>) {
  const sentence = useRef<HTMLParagraphElement>(null);
  useAnnounceElementText(sentence);
  return <p {...props} ref={sentence} />;
}

/** Renders the page's one live region, outside `#root`, because an open dialog makes `#root` inert. */
export function ScreenReaderAnnouncer() {
  const region = useRef<HTMLDivElement>(null);
  const [isInPage, setInPage] = useState(false);
  useEffect(() => setInPage(true), []);
  useEffect(() => {
    if (!isInPage) return;
    let ending: ReturnType<typeof setTimeout>;
    let frame = 0;
    // The text is written without React, because a message that arrives during a render would replace this one unheard.
    const write = (text: string) => region.current?.replaceChildren(text);
    const unfollow = announcements.follow(() => {
      // The region is emptied before each message, because an unchanged text would not be announced again.
      write('');
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        write(announcements.take());
        clearTimeout(ending);
        ending = setTimeout(() => write(''), LASTS_MS);
      });
    });
    return () => {
      unfollow();
      cancelAnimationFrame(frame);
      clearTimeout(ending);
    };
  }, [isInPage]);
  // Renders after hydration, because the server cannot render portals.
  if (!isInPage) return null;
  return createPortal(
    <div className="sr" role="status" aria-live="polite" data-announcer="" ref={region} />,
    document.body,
  );
}
