/** Makes calls of `work` with the same argument share one run while it has not finished. */
export function coalesceConcurrentRuns(
  work: (what: string) => Promise<void>,
): (what: string) => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  return (what) => {
    const known = underWay.get(what);
    if (known) return known;
    const run = work(what).finally(() => underWay.delete(what));
    underWay.set(what, run);
    return run;
  };
}
