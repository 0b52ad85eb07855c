/** How often this process checks that npm's shell still exists, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** Ends this process when npm's shell has ended, because the shell does not pass SIGTERM on. */
export function exitWhenNpmExits() {
  // Only `npm start` and `npm run dev` end with npm's shell; other scripts may leave this process running on purpose.
  if (!['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) return;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  looking.unref();
}
