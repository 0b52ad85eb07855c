/** Every address of the console. */
export const opsScreens = {
  today: '/ops',
  find: '/ops/find',
  enrol: '/ops/enrol',
  shopper: '/ops/shoppers/:id',
  payment: '/ops/payments/:id',
  order: '/ops/orders/:id',
} as const;

/** @returns the address of one shopper, payment or order. */
export function pageOf(screen: 'shopper' | 'payment' | 'order', id: string): string {
  return opsScreens[screen].replace(':id', encodeURIComponent(id));
}
