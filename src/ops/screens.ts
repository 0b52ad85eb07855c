/** Lists all screens of the signed-in console, in the order of the menu, with their sections. */
const TABLE = {
  today: ['/ops', 'today', 'Today', ''],
  approvals: ['/ops/approvals', 'approval list', 'Approvals', ''],
  orders: ['/ops/orders', 'order list', 'Orders', 'Goods'],
  groups: ['/ops/groups', 'group list', 'Groups', 'Goods'],
  pickup: ['/ops/pickup', 'pickup plan', 'Pickup', 'Goods'],
  products: ['/ops/products', 'product list', 'Products', 'Goods'],
  shoppers: ['/ops/shoppers', 'user list', 'Shoppers', 'Shoppers'],
  recovery: ['/ops/recovery', 'recovery list', 'Recovery', 'Shoppers'],
  referrals: ['/ops/referrals', 'referral list', 'Referrals', 'Shoppers'],
  reviews: ['/ops/reviews', 'review list', 'Reviews', 'Shoppers'],
  recon: ['/ops/reconciliation', 'recon list', 'Reconciliation', 'Money'],
  day: ['/ops/day', 'report day', 'Daily sheet', 'Money'],
  month: ['/ops/month', 'report', 'Monthly report', 'Money'],
  invariants: ['/ops/invariants', 'invariants', 'Money checks', 'Money'],
  work: ['/ops/work', 'alarm list', 'System status', 'The shop'],
  audit: ['/ops/audit', 'audit', 'Audit log', 'The shop'],
  operators: ['/ops/operators', 'operator list', 'Operators', 'The shop'],
  settings: ['/ops/settings', 'setting list', 'Settings', 'The shop'],
  // This screen is opened through the search box on top.
  find: ['/ops/find', 'find'],
  // This screen is open to every role, like Today; its link is beside sign-out.
  access: ['/ops/access', 'today'],
  // These screens are opened only from other screens.
  shopper: ['/ops/shoppers/:id', 'user history'],
  payment: ['/ops/payments/:id', 'payment show'],
  order: ['/ops/orders/:id', 'order show'],
  orderLabel: ['/ops/orders/:id/label', 'order show'],
  group: ['/ops/groups/:id', 'group show'],
  recoveryRequest: ['/ops/recovery/:id', 'recovery list'],
  pickupList: ['/ops/pickup/list', 'pickup list'],
  pickupOverdue: ['/ops/pickup/overdue', 'pickup list'],
  pickupUnproven: ['/ops/pickup/unproven', 'item unproven'],
  pickupBuy: ['/ops/pickup/buy', 'pickup buy'],
  pickupPack: ['/ops/pickup/pack', 'pickup pack'],
  pickupPlan: ['/ops/pickup/plan', 'pickup plan'],
  pickupCentres: ['/ops/pickup/centres', 'centre list'],
  pickupLinks: ['/ops/pickup/messages', 'pickup notify'],
  newProduct: ['/ops/products/new', 'product add'],
  importProducts: ['/ops/products/import', 'product import'],
  product: ['/ops/products/:id', 'product show'],
} as const;

export type OpsScreenName = keyof typeof TABLE;

interface OpsScreen {
  name: OpsScreenName;
  path: string;
  /** Name of the operator command behind the screen. The link is hidden from operators whose role may not run it. */
  command: string;
  /** Text of the link in the navigation; absent: the screen is opened only from other screens. */
  label: string | undefined;
  section: string;
}

export const OPS_SCREENS = Object.entries(TABLE).map(
  ([name, [path, command, label, section = '']]): OpsScreen => ({
    name: name as OpsScreenName,
    ...{ path, command, label, section },
  }),
);

/** These screens show no time of day, so they need not name the time zone. */
export const SCREENS_WITHOUT_TIME_OF_DAY: ReadonlySet<OpsScreenName> = new Set([
  ...(['products', 'newProduct', 'importProducts', 'day', 'month', 'invariants'] as const),
  ...(['pickupBuy', 'pickupPack', 'pickupCentres', 'orderLabel'] as const),
]);

/** Maps each screen to its path. */
export const opsScreenPaths = {
  ...(Object.fromEntries(OPS_SCREENS.map(({ name, path }) => [name, path])) as {
    [Name in OpsScreenName]: (typeof TABLE)[Name][0];
  }),
  enrol: '/ops/enrol',
  firstOwner: '/ops/first-owner',
} as const;

/** Names of the screens that show one record. */
type RecordScreenName = {
  [Name in OpsScreenName]: (typeof TABLE)[Name][0] extends `${string}:id` ? Name : never;
}[OpsScreenName];

/** @returns the path of one shopper, payment, order or other record. */
export function getRecordPagePath(screen: RecordScreenName, id: string): string {
  return opsScreenPaths[screen].replace(':id', encodeURIComponent(id));
}

/** @returns the path of a screen, with the id of its record if it shows one; false: the role may not open it. */
export function getAllowedScreenPath(screen: OpsScreenName, may: readonly string[], id = ''): string | false {
  // A newer server may name a record of a kind that this console does not know.
  if (!(screen in TABLE)) return false;
  const [path, command] = TABLE[screen];
  return may.includes(command) && path.replace(':id', encodeURIComponent(id));
}

/** `may` lists the commands that the operator may run; `id` is the displayed record's id, or empty. */
export interface OpsScreenProps {
  id: string;
  may: readonly string[];
}
