/** What our server puts on the address to which a shopper comes back from the card page: hints, never a verdict. */
const RETURN_FLAGS = ['returned', 'cancelled', 'failed', 'success'] as const;

/**
 * What the card provider puts there. Our server reads and removes it; the app meets it only when it is built for an API
 * that lets the provider send the browser to it.
 */
export const PROVIDER_RETURN = {
  status: 'status',
  reference: 'tx_ref',
  transactionId: 'transaction_id',
  /** What its status says, in our flags. */
  flags: { successful: 'success', completed: 'success', cancelled: 'cancelled', failed: 'failed' },
} as const;

/** Everything by which an address is known to bring a payment home. */
export const RETURN_PARTS: readonly string[] = [
  ...RETURN_FLAGS,
  'reference',
  PROVIDER_RETURN.status,
  PROVIDER_RETURN.reference,
  PROVIDER_RETURN.transactionId,
];
