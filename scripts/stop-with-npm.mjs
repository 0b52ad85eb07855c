/** How often it is looked whether npm's shell is still there. */
const LOOK_EVERY_MS = 1_000;

/**
 * npm runs a script under a shell, which ends on SIGTERM without passing it on: who stops npm by its pid believes
 * that everything is stopped. Once that shell is gone this process stops itself, as by SIGTERM.
 */
export function stopWithNpm() {
  // Of another script this may be what that has left running on purpose.
  if (!['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) return;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  looking.unref();
}
