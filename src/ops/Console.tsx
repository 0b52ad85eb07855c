import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useLayoutEffect } from 'react';
import { matchPath, useLocation, useNavigationType } from 'react-router-dom';
import { Announcer } from '../ui/Announcer.tsx';
import { AccessPage } from './access/AccessPage.tsx';
import { ApprovalsPage } from './back-office/ApprovalsPage.tsx';
import { AuditPage } from './back-office/AuditPage.tsx';
import { OperatorsPage } from './back-office/OperatorsPage.tsx';
import { RecoveryPage, RecoveryRequestPage } from './back-office/RecoveryPages.tsx';
import { ReferralsPage } from './back-office/ReferralsPage.tsx';
import { WorkPage } from './back-office/WorkPage.tsx';
import { FindPage } from './FindPage.tsx';
import { Frame } from './Frame.tsx';
import { Loaded } from './frames/Loaded.tsx';
import { unavailableOf } from './frames/read.ts';
import { GroupPage, GroupsPage } from './groups/GroupPages.tsx';
import { InvariantsPage, MonthPage } from './money/BooksPages.tsx';
import { ReconciliationPage } from './money/ReconciliationPage.tsx';
import { OrderPage } from './OrderPage.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import { CounterPage } from './pickup/CounterPage.tsx';
import { OverduePage, PickupListPage, UnprovenPage } from './pickup/GoodsPages.tsx';
import { LinksPage } from './pickup/LinksPage.tsx';
import { PlanPage } from './pickup/PlanPage.tsx';
import { ImportPage } from './products/ImportPage.tsx';
import { NewProductPage, ProductPage } from './products/ProductPages.tsx';
import { ProductsPage } from './products/ProductsPage.tsx';
import { ShopperPage } from './ShopperPage.tsx';
import { EnrolPage, SignInPage } from './SignInPages.tsx';
import { opsScreens, SCREENS, type ScreenName, type ScreenProps } from './screens.ts';
import { sessionQuery } from './session.ts';
import { TodayPage } from './TodayPage.tsx';
import { useHeading } from './use-heading.ts';

const PAGES: Readonly<Record<ScreenName, ComponentType<ScreenProps>>> = {
  today: TodayPage,
  find: FindPage,
  access: AccessPage,
  shopper: ShopperPage,
  payment: PaymentPage,
  order: OrderPage,
  approvals: ApprovalsPage,
  groups: GroupsPage,
  group: GroupPage,
  recovery: RecoveryPage,
  recoveryRequest: RecoveryRequestPage,
  referrals: ReferralsPage,
  work: WorkPage,
  audit: AuditPage,
  operators: OperatorsPage,
  pickup: CounterPage,
  pickupList: PickupListPage,
  pickupOverdue: OverduePage,
  pickupUnproven: UnprovenPage,
  pickupPlan: PlanPage,
  pickupLinks: LinksPage,
  products: ProductsPage,
  newProduct: NewProductPage,
  importProducts: ImportPage,
  product: ProductPage,
  recon: ReconciliationPage,
  month: MonthPage,
  invariants: InvariantsPage,
};

/** Routes to every screen of the console; without a session it shows the sign-in page. */
export function Console() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  const type = useNavigationType();
  const screen = session.data === undefined ? null : `${session.data ? 'in' : 'at the door of'} ${pathname}`;
  useHeading(screen, session.data ? `${session.data.brandName} console` : 'Console');
  // On Back and Forward the browser restores the scroll position itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen begins at its top
  useLayoutEffect(() => {
    if (type !== 'POP') scrollTo(0, 0);
  }, [pathname, type]);
  return (
    <>
      <Announcer />
      {session.data ? (
        <Frame session={session.data}>
          <Screen pathname={pathname} may={session.data.may} />
        </Frame>
      ) : (
        <main className="page" data-width="narrow" tabIndex={-1}>
          <Loaded query={session} title={unavailableOf(session.error)?.title ?? 'Console'}>
            {() => (matchPath(opsScreens.enrol, pathname) ? <EnrolPage /> : <SignInPage />)}
          </Loaded>
        </main>
      )}
    </>
  );
}

/** Renders the screen of an address; an unknown address shows Today. */
function Screen({ pathname, may }: { pathname: string; may: readonly string[] }) {
  const name = SCREENS.find(({ path }) => matchPath(path, pathname))?.name ?? 'today';
  const id = matchPath(opsScreens[name], pathname)?.params.id ?? '';
  const Page = PAGES[name];
  return <Page key={id} id={id} may={may} />;
}
