/**
 * After a payment the server redirects the browser to the app with one of these flags in the query. A flag is only a
 * hint: anybody can write it, so the app fetches the status.
 */
const RETURN_FLAGS = ['returned', 'cancelled', 'failed', 'success'] as const;

/**
 * The provider adds these parameters to the address to which it redirects the browser. The server reads them; the app
 * does when the redirect leads to the app directly.
 */
export const PROVIDER_RETURN_PARAMETERS = {
  status: 'status',
  reference: 'tx_ref',
  transactionId: 'transaction_id',
  /** Maps the provider's statuses to the shop's flags. */
  flags: { successful: 'success', completed: 'success', cancelled: 'cancelled', failed: 'failed' },
} as const;

/** An address with any of these parameters is opened by a browser that comes back from the card page. */
export const PAYMENT_RETURN_PARAMETER_NAMES: readonly string[] = [
  ...RETURN_FLAGS,
  'reference',
  PROVIDER_RETURN_PARAMETERS.status,
  PROVIDER_RETURN_PARAMETERS.reference,
  PROVIDER_RETURN_PARAMETERS.transactionId,
];
