import { useQuery } from '@tanstack/react-query';
import type { OpsSessionReply } from '#contract/schemas/ops.ts';
import { matchPath, useLocation } from '../lib/navigation.tsx';
import { Announcer } from '../ui/Announcer.tsx';
import { sessionQuery } from './console-queries.ts';
import { EnrolPage } from './EnrolPage.tsx';
import { FindPage } from './FindPage.tsx';
import { Frame } from './Frame.tsx';
import { Loaded } from './Loaded.tsx';
import { OrderPage } from './OrderPage.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import { ShopperPage } from './ShopperPage.tsx';
import { SignInPage } from './SignInPage.tsx';
import { opsScreens } from './screens.ts';
import { TodayPage } from './TodayPage.tsx';

/** Every screen of the console; without a session the door. */
export function Console() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  return (
    <>
      <Announcer />
      {session.data ? (
        <Frame session={session.data}>
          <Screen pathname={pathname} session={session.data} />
        </Frame>
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

function Screen({ pathname, session: { may } }: { pathname: string; session: OpsSessionReply['data'] }) {
  const idIn = (screen: keyof typeof opsScreens) => matchPath(opsScreens[screen], pathname)?.id;
  const [shopper, payment, order] = [idIn('shopper'), idIn('payment'), idIn('order')];
  if (shopper) return <ShopperPage key={shopper} userId={shopper} />;
  if (payment) return <PaymentPage key={payment} reference={payment} may={may} />;
  if (order) return <OrderPage key={order} trackingNumber={order} may={may} />;
  return matchPath(opsScreens.find, pathname) ? <FindPage /> : <TodayPage />;
}
