/** Loads the payment sandbox. No other server file imports it, so a live shop never loads its code. */
export const loadPaymentSandboxModule = () => import('../sandbox/index.ts');
