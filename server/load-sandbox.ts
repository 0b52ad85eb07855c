/** Loads the payment sandbox and the demo. A live shop never calls this, and no other server file imports them. */
export const loadSandboxModule = () => import('../sandbox/index.ts');
