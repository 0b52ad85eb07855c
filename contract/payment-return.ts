/** Results of a payment in the app's URL. Anybody can write a URL, so the app asks the server for the status. */
const RETURN_FLAGS = ['returned', 'cancelled', 'failed', 'success'] as const;

/** Names of the query parameters that the provider adds to the URL to which it redirects the browser. */
export const PROVIDER_REDIRECT_PARAMETERS = {
  status: 'status',
  reference: 'tx_ref',
  transactionId: 'transaction_id',
  /** Maps each status in the provider's redirect to a query parameter of the app. */
  flags: { successful: 'success', completed: 'success', cancelled: 'cancelled', failed: 'failed' },
} as const;

/** A URL with any of these parameters means that the browser has just come back from the provider's card page. */
export const PAYMENT_RETURN_PARAMETER_NAMES: readonly string[] = [
  ...RETURN_FLAGS,
  'reference',
  PROVIDER_REDIRECT_PARAMETERS.status,
  PROVIDER_REDIRECT_PARAMETERS.reference,
  PROVIDER_REDIRECT_PARAMETERS.transactionId,
];
