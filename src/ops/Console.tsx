import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { matchPath, useLocation, useNavigationType } from 'react-router-dom';
import { Announcer } from '../ui/Announcer.tsx';
import { awayOf } from './away.ts';
import { sessionQuery } from './console-queries.ts';
import { EnrolPage } from './EnrolPage.tsx';
import { Frame } from './Frame.tsx';
import { Loaded } from './Loaded.tsx';
import { SignInPage } from './SignInPage.tsx';
import { screenAt } from './screen-table.tsx';
import { opsScreens } from './screens.ts';
import { useHeading } from './use-heading.ts';

/** Every screen of the console; without a session the door. */
export function Console() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  const type = useNavigationType();
  const screen = session.data === undefined ? null : `${session.data ? 'in' : 'at the door of'} ${pathname}`;
  useHeading(screen, session.data ? `${session.data.brandName} console` : 'Console');
  // Back and Forward are the browser's: it remembers where one was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen begins at its top
  useLayoutEffect(() => {
    if (type !== 'POP') scrollTo(0, 0);
  }, [pathname, type]);
  return (
    <>
      <Announcer />
      {session.data ? (
        <Frame session={session.data}>{screenAt(pathname, session.data.may)}</Frame>
      ) : (
        <main className="page" data-width="narrow" tabIndex={-1}>
          <Loaded query={session} title={awayOf(session.error)?.title ?? 'Console'}>
            {() => (matchPath(opsScreens.enrol, pathname) ? <EnrolPage /> : <SignInPage />)}
          </Loaded>
        </main>
      )}
    </>
  );
}
