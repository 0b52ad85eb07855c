/** Our server adds these flags to the return address. They are hints, never the payment's status. */
const RETURN_FLAGS = ['returned', 'cancelled', 'failed', 'success'] as const;

/** The app sees the provider's parameters only when the provider redirects to it directly. */
export const PROVIDER_RETURN_PARAMETERS = {
  status: 'status',
  reference: 'tx_ref',
  transactionId: 'transaction_id',
  /** Maps the provider's statuses to the shop's flags. */
  flags: { successful: 'success', completed: 'success', cancelled: 'cancelled', failed: 'failed' },
} as const;

/** Any of these parameters marks an address as a return from a payment. */
export const PAYMENT_RETURN_PARAMETERS: readonly string[] = [
  ...RETURN_FLAGS,
  'reference',
  PROVIDER_RETURN_PARAMETERS.status,
  PROVIDER_RETURN_PARAMETERS.reference,
  PROVIDER_RETURN_PARAMETERS.transactionId,
];
