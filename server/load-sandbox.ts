/**
 * Loads the payment sandbox and the demo only when they are needed. No other server file imports the sandbox, so a live
 * shop never loads its code.
 */
export const loadSandboxModule = () => import('../sandbox/index.ts');
