import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { opsSignOut } from '#contract/ops-endpoints.ts';
import type { OpsSessionReply } from '#contract/schemas/ops.ts';
import { send } from '../lib/api-send.ts';
import { Link, matchPath, useLocation } from '../lib/navigation.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './Frame.module.css';
import { SCREENS } from './screen-table.tsx';
import { opsScreens } from './screens.ts';

interface Props {
  session: OpsSessionReply['data'];
  children: ReactNode;
}

/** What stands around every screen: where one may go, who one is, the way out. */
export function Frame({ session, children }: Props) {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const signOut = useMutation({
    mutationFn: () => send(opsSignOut, {}),
    // Whatever came of it, nothing of the shop's people stays on the screen.
    onSettled: () => {
      queryClient.clear();
      location.assign(opsScreens.today);
    },
  });
  return (
    <>
      <header className={styles.bar}>
        <nav className={styles.links} aria-label="Console">
          {SCREENS.filter(({ label, command }) => label && session.may.includes(command)).map(
            ({ path, label }) => (
              <Link
                key={path}
                to={path}
                className="link"
                aria-current={matchPath(path, pathname) ? 'page' : undefined}
              >
                {label}
              </Link>
            ),
          )}
        </nav>
        <span className={`${styles.who} muted small`}>
          {session.name} ({session.role})
        </span>
        <Button
          variant="quiet"
          small
          onClick={() => signOut.mutate()}
          busyLabel={signOut.isPending && 'Signing out...'}
        >
          Sign Out
        </Button>
      </header>
      <main className="page stack" data-gap="5">
        {session.sandbox && (
          <Note kind="info" role="note">
            {session.brandName} runs as a sandbox: no real money moves.
          </Note>
        )}
        {children}
      </main>
    </>
  );
}
