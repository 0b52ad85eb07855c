import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useLayoutEffect } from 'react';
import { matchPath, useLocation, useNavigationType } from 'react-router-dom';
import { isApiError } from '../lib/api/api-errors.ts';
import { ScreenReaderAnnouncer } from '../ui/message/Announcer.tsx';
import { OwnCredentialsPage } from './access/OwnCredentialsPage.tsx';
import { ApprovalsPage } from './back-office/ApprovalsPage.tsx';
import { AuditLogPage } from './back-office/AuditLogPage.tsx';
import { OperatorsPage } from './back-office/OperatorsPage.tsx';
import { RecoveryRequestPage, RecoveryRequestsPage } from './back-office/RecoveryPages.tsx';
import { ReferralReviewPage } from './back-office/ReferralReviewPage.tsx';
import { ReviewsPage } from './back-office/ReviewsPage.tsx';
import { SettingsPage } from './back-office/SettingsPage.tsx';
import { SystemStatusPage } from './back-office/SystemStatusPage.tsx';
import { ConsoleLayout } from './ConsoleLayout.tsx';
import { getServerUnavailableMessage } from './frames/console-queries.ts';
import { QueryStateView } from './frames/QueryStateView.tsx';
import { GroupPage } from './groups/GroupPage.tsx';
import { GroupsPage } from './groups/GroupsPage.tsx';
import { MoneyInvariantsPage, MonthlyAccountsPage } from './money/AccountsPages.tsx';
import { DailyCentreReportPage } from './money/DailyCentreReportPage.tsx';
import { ReconciliationPage } from './money/ReconciliationPage.tsx';
import { GoodsToBuyPage } from './papers/GoodsToBuyPage.tsx';
import { GoodsToPackPage } from './papers/GoodsToPackPage.tsx';
import { OrderLabelPage } from './papers/OrderLabelPage.tsx';
import { InvalidCodeHandOutsPage, OverduePickupsPage, PickupListPage } from './pickup/GoodsPages.tsx';
import { PickupCentresPage } from './pickup/PickupCentresPage.tsx';
import { PickupCounterPage } from './pickup/PickupCounterPage.tsx';
import { PickupMessagesPage } from './pickup/PickupMessagesPage.tsx';
import { PickupPlanPage } from './pickup/PickupPlanPage.tsx';
import { ProductImportPage } from './products/import/ProductImportPage.tsx';
import { NewProductPage } from './products/NewProductPage.tsx';
import { ProductEditPage } from './products/ProductEditPage.tsx';
import { ProductsPage } from './products/ProductsPage.tsx';
import { OPS_SCREENS, type OpsScreenName, type OpsScreenProps, opsScreenPaths } from './screens.ts';
import { operatorSessionQuery } from './session.ts';
import { OrderPage } from './shoppers/OrderPage.tsx';
import { OrdersPage } from './shoppers/OrdersPage.tsx';
import { PaymentPage } from './shoppers/PaymentPage.tsx';
import { SearchResultsPage } from './shoppers/SearchPage.tsx';
import { ShopperPage } from './shoppers/ShopperPage.tsx';
import { ShoppersPage } from './shoppers/ShoppersPage.tsx';
import { CreateFirstOwnerPage } from './sign-in/CreateFirstOwnerPage.tsx';
import { OperatorEnrolmentPage, SignInPage } from './sign-in/SignInPages.tsx';
import { DashboardPage } from './today/DashboardPage.tsx';
import { useTitleAndFocusFromHeading } from './use-title-and-focus-from-heading.ts';

const PAGES: Readonly<Record<OpsScreenName, ComponentType<OpsScreenProps>>> = {
  today: DashboardPage,
  find: SearchResultsPage,
  access: OwnCredentialsPage,
  shopper: ShopperPage,
  shoppers: ShoppersPage,
  payment: PaymentPage,
  order: OrderPage,
  orderLabel: OrderLabelPage,
  approvals: ApprovalsPage,
  orders: OrdersPage,
  groups: GroupsPage,
  group: GroupPage,
  recovery: RecoveryRequestsPage,
  recoveryRequest: RecoveryRequestPage,
  referrals: ReferralReviewPage,
  reviews: ReviewsPage,
  work: SystemStatusPage,
  audit: AuditLogPage,
  operators: OperatorsPage,
  settings: SettingsPage,
  pickup: PickupCounterPage,
  pickupList: PickupListPage,
  pickupOverdue: OverduePickupsPage,
  pickupUnproven: InvalidCodeHandOutsPage,
  pickupBuy: GoodsToBuyPage,
  pickupPack: GoodsToPackPage,
  pickupPlan: PickupPlanPage,
  pickupCentres: PickupCentresPage,
  pickupLinks: PickupMessagesPage,
  products: ProductsPage,
  newProduct: NewProductPage,
  importProducts: ProductImportPage,
  product: ProductEditPage,
  recon: ReconciliationPage,
  day: DailyCentreReportPage,
  month: MonthlyAccountsPage,
  invariants: MoneyInvariantsPage,
};

/** Routes to every screen of the console; without a session it shows the sign-in page. */
export function OperatorConsole() {
  const session = useQuery(operatorSessionQuery);
  const { pathname } = useLocation();
  const type = useNavigationType();
  // An unknown address shows the screen Today.
  const name = OPS_SCREENS.find(({ path }) => matchPath(path, pathname))?.name ?? 'today';
  // The page that creates the first owner stays visible after the sign-in, because its last step shows the secrets.
  const isFirstOwner = matchPath(opsScreenPaths.firstOwner, pathname) !== null;
  const isKnown = session.data !== undefined || session.error || isFirstOwner;
  const screen = isKnown ? `${session.data ? 'in' : 'at the door of'} ${pathname}` : null;
  useTitleAndFocusFromHeading(screen, session.data ? `${session.data.brandName} console` : 'Console');
  // Scrolls to the top of a new screen. On Back and Forward the browser restores the scroll position itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new screen begins at its top
  useLayoutEffect(() => {
    if (type !== 'POP') scrollTo(0, 0);
  }, [pathname, type]);
  return (
    <>
      <ScreenReaderAnnouncer />
      {session.data && !isFirstOwner ? (
        <ConsoleLayout session={session.data} screen={name}>
          <Screen name={name} pathname={pathname} may={session.data.may} />
        </ConsoleLayout>
      ) : (
        <main className="page" data-width="narrow" tabIndex={-1}>
          {isFirstOwner ? (
            <CreateFirstOwnerPage />
          ) : (
            <QueryStateView query={session} title={getDoorTitle(session.error)}>
              {() => (matchPath(opsScreenPaths.enrol, pathname) ? <OperatorEnrolmentPage /> : <SignInPage />)}
            </QueryStateView>
          )}
        </main>
      )}
    </>
  );
}

function getDoorTitle(error: Error | null): string {
  if (isApiError(error) && error.code === 'no_operator') return 'This shop has no operator yet';
  return getServerUnavailableMessage(error)?.title ?? 'Console';
}

interface ScreenProps {
  name: OpsScreenName;
  pathname: string;
  may: readonly string[];
}

function Screen({ name, pathname, may }: ScreenProps) {
  const id = matchPath(opsScreenPaths[name], pathname)?.params.id ?? '';
  const Page = PAGES[name];
  return <Page key={id} id={id} may={may} />;
}
