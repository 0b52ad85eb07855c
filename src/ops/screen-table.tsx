import { matchPath } from 'react-router-dom';
import type { Elements } from '../lib/elements.ts';
import { AccessPage } from './access/AccessPage.tsx';
import { ApprovalsPage } from './desk/ApprovalsPage.tsx';
import { AuditPage } from './desk/AuditPage.tsx';
import { OperatorsPage } from './desk/OperatorsPage.tsx';
import { RecoveryPage } from './desk/RecoveryPage.tsx';
import { RecoveryRequestPage } from './desk/RecoveryRequestPage.tsx';
import { ReferralsPage } from './desk/ReferralsPage.tsx';
import { WorkPage } from './desk/WorkPage.tsx';
import { FindPage } from './FindPage.tsx';
import { GroupPage } from './groups/GroupPage.tsx';
import { GroupsPage } from './groups/GroupsPage.tsx';
import { InvariantsPage } from './money/InvariantsPage.tsx';
import { MonthPage } from './money/MonthPage.tsx';
import { ReconPage } from './money/ReconPage.tsx';
import { OrderPage } from './OrderPage.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import { CounterPage } from './pickup/CounterPage.tsx';
import { LinksPage } from './pickup/LinksPage.tsx';
import { ListPage } from './pickup/ListPage.tsx';
import { OverduePage } from './pickup/OverduePage.tsx';
import { PlanPage } from './pickup/PlanPage.tsx';
import { UnprovenPage } from './pickup/UnprovenPage.tsx';
import { ImportPage } from './products/ImportPage.tsx';
import { NewProductPage } from './products/NewProductPage.tsx';
import { ProductPage } from './products/ProductPage.tsx';
import { ProductsPage } from './products/ProductsPage.tsx';
import { ShopperPage } from './ShopperPage.tsx';
import { opsScreens } from './screens.ts';
import { TodayPage } from './TodayPage.tsx';

interface OpsScreen {
  path: string;
  /** The command that the screen is a face of: whoever may not run it is not shown the way here. */
  command: string;
  /** Its word in the navigation; without one it is reached from other screens. */
  label?: string;
  /** `may`: the commands that the signed-in operator may run. */
  render: (id: string, may: readonly string[]) => Elements;
}

/** Every screen behind the door, in the order of the navigation. */
export const SCREENS: readonly OpsScreen[] = [
  { path: opsScreens.today, command: 'today', label: 'Today', render: (_, may) => todayOf(may) },
  // Its way in is the box on top.
  { path: opsScreens.find, command: 'find', render: () => <FindPage /> },
  // Everybody's, as Today is; its way in stands beside the way out.
  { path: opsScreens.access, command: 'today', render: () => <AccessPage /> },
  {
    path: opsScreens.shopper,
    command: 'user history',
    render: (id, may) => <ShopperPage key={id} userId={id} may={may} />,
  },
  {
    path: opsScreens.payment,
    command: 'payment show',
    render: (id, may) => <PaymentPage key={id} reference={id} may={may} />,
  },
  {
    path: opsScreens.order,
    command: 'order show',
    render: (id, may) => <OrderPage key={id} trackingNumber={id} may={may} />,
  },
  {
    path: opsScreens.approvals,
    command: 'approval list',
    label: 'Approvals',
    render: (_, may) => <ApprovalsPage may={may} />,
  },
  { path: opsScreens.groups, command: 'group list', label: 'Groups', render: () => <GroupsPage /> },
  {
    path: opsScreens.group,
    command: 'group show',
    render: (id, may) => <GroupPage key={id} groupId={id} may={may} />,
  },
  { path: opsScreens.recovery, command: 'recovery list', label: 'Recovery', render: () => <RecoveryPage /> },
  {
    path: opsScreens.recoveryRequest,
    command: 'recovery list',
    render: (id, may) => <RecoveryRequestPage key={id} requestId={id} may={may} />,
  },
  {
    path: opsScreens.referrals,
    command: 'referral list',
    label: 'Referrals',
    render: (_, may) => <ReferralsPage may={may} />,
  },
  {
    path: opsScreens.work,
    command: 'alarm list',
    label: 'Work',
    render: (_, may) => <WorkPage may={may} />,
  },
  { path: opsScreens.audit, command: 'audit', label: 'Audit', render: () => <AuditPage /> },
  {
    path: opsScreens.operators,
    command: 'operator list',
    label: 'Operators',
    render: (_, may) => <OperatorsPage may={may} />,
  },
  {
    path: opsScreens.pickup,
    command: 'pickup plan',
    label: 'Pickup',
    // Who may not look at shoppers at the counter has the plan.
    render: (_, may) => (may.includes('pickup list') ? <CounterPage may={may} /> : <PlanPage may={may} />),
  },
  { path: opsScreens.pickupList, command: 'pickup list', render: (_, may) => <ListPage may={may} /> },
  { path: opsScreens.pickupOverdue, command: 'pickup list', render: (_, may) => <OverduePage may={may} /> },
  {
    path: opsScreens.pickupUnproven,
    command: 'item unproven',
    render: (_, may) => <UnprovenPage may={may} />,
  },
  { path: opsScreens.pickupPlan, command: 'pickup plan', render: (_, may) => <PlanPage may={may} /> },
  { path: opsScreens.pickupLinks, command: 'pickup notify', render: (_, may) => <LinksPage may={may} /> },
  {
    path: opsScreens.products,
    command: 'product list',
    label: 'Products',
    render: (_, may) => <ProductsPage may={may} />,
  },
  { path: opsScreens.newProduct, command: 'product add', render: () => <NewProductPage /> },
  { path: opsScreens.importProducts, command: 'product import', render: () => <ImportPage /> },
  {
    path: opsScreens.product,
    command: 'product show',
    render: (id, may) => <ProductPage key={id} slug={id} may={may} />,
  },
  {
    path: opsScreens.recon,
    command: 'recon list',
    label: 'Reconciliation',
    render: (_, may) => <ReconPage may={may} />,
  },
  { path: opsScreens.month, command: 'report', label: 'Month', render: () => <MonthPage /> },
  {
    path: opsScreens.invariants,
    command: 'invariants',
    label: 'Laws of the money',
    render: () => <InvariantsPage />,
  },
];

/** @returns what stands at an address; what is at none is Today. */
export function screenAt(pathname: string, may: readonly string[]): Elements {
  for (const { path, render } of SCREENS) {
    const match = matchPath(path, pathname);
    if (match) return render(match.params.id ?? '', may);
  }
  return todayOf(may);
}

/** Each thing that waits leads to the screen of the command that shows it, for whoever may open it. */
function todayOf(may: readonly string[]): Elements {
  return <TodayPage screenOf={(command) => (may.includes(command) ? placeOfCommand(command) : undefined)} />;
}

/** Where a screen shows what several commands do. */
const SHOWN_AT: Readonly<Record<string, string>> = {
  'outbox dead': opsScreens.work,
  'job list': opsScreens.work,
  // Of pickups Today counts those that are overdue.
  'pickup list': opsScreens.pickupOverdue,
  'item unproven': opsScreens.pickupUnproven,
  'group list': `${opsScreens.groups}?status=manual_review`,
};

function placeOfCommand(command: string): string | undefined {
  return SHOWN_AT[command] ?? SCREENS.find((one) => one.label && one.command === command)?.path;
}
