import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { opsSignOut } from '#contract/ops/console-endpoints.ts';
import type { OpsSessionReply } from '#contract/schemas/ops/console.ts';
import { sendApiRequest } from '../lib/api/api-send.ts';
import type { TextFreeChildren } from '../lib/react/elements.ts';
import { Button, ButtonLink } from '../ui/control/Button.tsx';
import { IconButton } from '../ui/control/IconButton.tsx';
import { LabelBadge } from '../ui/display/LabelBadge.tsx';
import { MessageBox } from '../ui/message/MessageBox.tsx';
import { Drawer } from '../ui/overlay/Drawer.tsx';
import { clearStoredPushKinds, renewOperatorPushSubscription } from './access/browser-push.ts';
import styles from './ConsoleLayout.module.css';
import { useListKeyboardNavigation } from './frames/use-list-keyboard-navigation.ts';
import { deleteStoredPickupLists } from './pickup/counter-storage.ts';
import { HandOutSendingService } from './pickup/HandOutSendingService.tsx';
import { useUnfinishedHandOuts } from './pickup/hand-outs.ts';
import { OPS_SCREENS, type OpsScreenName, opsScreenPaths, SCREENS_WITHOUT_TIME_OF_DAY } from './screens.ts';
import { clearStoredOperatorSession } from './session.ts';
import { ConsoleSearchBox } from './shoppers/SearchPage.tsx';
import { useWaitingWorkCounts, WaitingWorkCountBadge } from './today/WaitingWork.tsx';

interface Props {
  session: OpsSessionReply['data'];
  /** Name of the displayed screen. */
  screen: OpsScreenName;
  children: TextFreeChildren;
}

/** Surrounds every screen with the search box, navigation, the operator's name and sign-out. */
export function ConsoleLayout({ session, screen, children }: Props) {
  const { key } = useLocation();
  useListKeyboardNavigation();
  // The push subscription is renewed after each sign-in, because signing out ended it.
  useEffect(() => void renewOperatorPushSubscription(session.name).catch(() => undefined), [session.name]);
  // The history entry at which the menu was opened; null: closed. Every navigation closes the menu.
  const [menuOf, setMenuOf] = useState<string | null>(null);
  return (
    <div className={styles.frame}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <span className={`${styles.name} strong`}>
          <span translate="no">{session.brandName}</span> console
        </span>
        {session.may.includes('find') && <ConsoleSearchBox />}
        <span className={styles.menu}>
          <IconButton
            icon="menu"
            label="Menu"
            aria-haspopup="dialog"
            aria-expanded={menuOf === key}
            onClick={() => setMenuOf(key)}
          />
        </span>
        <div className={styles.side}>
          <Navigation session={session} />
        </div>
      </header>
      {menuOf === key && (
        <Drawer label="Menu" width="menu" onClose={() => setMenuOf(null)}>
          {(close) => (
            <>
              <div className={styles.top}>
                <span className="strong grow">
                  <span translate="no">{session.brandName}</span> console
                </span>
                <IconButton icon="close" label="Close menu" onClick={close} />
              </div>
              <Navigation session={session} replace />
            </>
          )}
        </Drawer>
      )}
      <main id="content" className="page stack" data-gap="4" tabIndex={-1}>
        {session.sandbox && (
          <p className={styles.sandbox}>
            <LabelBadge>Sandbox: no real money moves</LabelBadge>
          </p>
        )}
        <HandOutSendingService operator={session.name} />
        {children}
        {!SCREENS_WITHOUT_TIME_OF_DAY.has(screen) && (
          <p className="muted small">All times are in Lagos (WAT).</p>
        )}
      </main>
    </div>
  );
}

/**
 * Shows links to the screens that the operator may open, and the sign-out button.
 * @param replace true in the menu that covers the screen: a link replaces the menu's entry in the browser history.
 */
function Navigation({ session, replace }: Pick<Props, 'session'> & { replace?: boolean }) {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const signOut = useMutation({
    mutationFn: () => sendApiRequest(opsSignOut, {}),
    // Shoppers' data is removed from the screen even when signing out fails, because the next person may read it.
    onSettled: async () => {
      await deleteStoredPickupLists();
      clearStoredOperatorSession();
      clearStoredPushKinds();
      queryClient.clear();
      location.assign(opsScreenPaths.today);
    },
  });
  const waitingCounts = useWaitingWorkCounts();
  const sections = new Map<string, typeof OPS_SCREENS>();
  for (const screen of OPS_SCREENS.filter(({ label, command }) => label && session.may.includes(command)))
    sections.set(screen.section, [...(sections.get(screen.section) ?? []), screen]);
  // Unsent hand-outs can be sent only in this operator's name, so signing out needs a confirmation.
  const waiting = useUnfinishedHandOuts().filter(
    ({ operator, told }) => operator === session.name && told === null,
  ).length;
  const [isAsked, setAsked] = useState(false);
  const mustAsk = waiting > 0 && !isAsked;
  return (
    <>
      <nav className={styles.nav} aria-label="Console">
        {[...sections].map(([title, screens]) => (
          <section key={title} aria-label={title || undefined}>
            {title && <p className={styles.section}>{title}</p>}
            <ul>
              {screens.map(({ name, path, label }) => (
                <li key={path}>
                  <Link to={path} replace={replace} aria-current={currentAt(path, pathname)}>
                    {label}
                  </Link>
                  <WaitingWorkCountBadge count={waitingCounts.get(name) ?? 0} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={styles.foot}>
        <p className="muted small">{`${session.name} (${[session.role, ...(session.centres ?? [])].join(', ')})`}</p>
        {waiting > 0 && isAsked && (
          <MessageBox kind="warning">
            {`${waiting} of your hand-outs are not sent yet. They stay on this phone until you sign in here again.`}
          </MessageBox>
        )}
        <ButtonLink
          variant="quiet"
          small
          wide
          to={opsScreenPaths.access}
          replace={replace}
          aria-current={currentAt(opsScreenPaths.access, pathname)}
        >
          My Access
        </ButtonLink>
        <Button
          variant="line"
          small
          wide
          onClick={() => (mustAsk ? setAsked(true) : signOut.mutate())}
          busyLabel={signOut.isPending && 'Signing out...'}
        >
          {waiting > 0 && isAsked ? 'Sign Out Anyway' : 'Sign Out'}
        </Button>
      </div>
    </>
  );
}

/** Returns a link's `aria-current`: `page` on the linked screen, `true` on a screen below the linked list. */
function currentAt(path: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname.replace(/\/+$/, '') === path) return 'page';
  return path !== opsScreenPaths.today && pathname.startsWith(`${path}/`) ? 'true' : undefined;
}
