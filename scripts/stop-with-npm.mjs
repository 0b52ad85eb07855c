/** Interval for checking that npm's shell still exists. */
const LOOK_EVERY_MS = 1_000;

/** npm's shell ends on SIGTERM without passing it on, so this process ends itself once the shell is gone. */
export function stopWithNpm() {
  // Other scripts may leave this process running on purpose.
  if (!['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) return;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  looking.unref();
}
