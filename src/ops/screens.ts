/** Every address of the console. */
export const opsScreens = {
  today: '/ops',
  find: '/ops/find',
  enrol: '/ops/enrol',
  access: '/ops/access',
  shopper: '/ops/shoppers/:id',
  payment: '/ops/payments/:id',
  order: '/ops/orders/:id',
  approvals: '/ops/approvals',
  groups: '/ops/groups',
  group: '/ops/groups/:id',
  recovery: '/ops/recovery',
  recoveryRequest: '/ops/recovery/:id',
  referrals: '/ops/referrals',
  work: '/ops/work',
  audit: '/ops/audit',
  operators: '/ops/operators',
  pickup: '/ops/pickup',
  pickupList: '/ops/pickup/list',
  pickupOverdue: '/ops/pickup/overdue',
  pickupUnproven: '/ops/pickup/unproven',
  pickupPlan: '/ops/pickup/plan',
  pickupLinks: '/ops/pickup/messages',
  products: '/ops/products',
  newProduct: '/ops/products/new',
  importProducts: '/ops/products/import',
  product: '/ops/products/:id',
  recon: '/ops/reconciliation',
  month: '/ops/month',
  invariants: '/ops/invariants',
} as const;

/** The screens of one of something. */
type OnePage = {
  [Name in keyof typeof opsScreens]: (typeof opsScreens)[Name] extends `${string}:id` ? Name : never;
}[keyof typeof opsScreens];

/** @returns the address of one shopper, payment, order or the like. */
export function pageOf(screen: OnePage, id: string): string {
  return opsScreens[screen].replace(':id', encodeURIComponent(id));
}
