/**
 * The payment sandbox and the demonstration. They are files of their own, which a live shop never loads: nothing else in
 * `server/` imports them.
 */
export const loadSandbox = () => import('../sandbox/index.ts');
