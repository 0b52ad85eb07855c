import { useQuery } from '@tanstack/react-query';
import { matchPath, useLocation } from '../lib/navigation.tsx';
import { Announcer } from '../ui/Announcer.tsx';
import { sessionQuery } from './console-queries.ts';
import { EnrolPage } from './EnrolPage.tsx';
import { Frame } from './Frame.tsx';
import { Loaded } from './Loaded.tsx';
import { SignInPage } from './SignInPage.tsx';
import { screenAt } from './screen-table.tsx';
import { opsScreens } from './screens.ts';

/** Every screen of the console; without a session the door. */
export function Console() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  return (
    <>
      <Announcer />
      {session.data ? (
        <Frame session={session.data}>{screenAt(pathname, session.data.may)}</Frame>
      ) : (
        <main className="page" data-width="narrow">
          <Loaded query={session}>
            {() => (matchPath(opsScreens.enrol, pathname) ? <EnrolPage /> : <SignInPage />)}
          </Loaded>
        </main>
      )}
    </>
  );
}
