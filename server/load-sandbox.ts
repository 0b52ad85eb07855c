/** The payment sandbox and the demo. A live shop never loads these files: nothing else in `server/` imports them. */
export const loadSandbox = () => import('../sandbox/index.ts');
