/** What of a fiber is looked at; React's own, as its developer tools read it. */
interface Fiber {
  type: unknown;
  key: string | null;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** Set on a component's fiber in the commit that it was rendered in. */
const PERFORMED_WORK = 1;

let renders: Map<string, number> | null = null;

// React looks for its developer tools once, when it is loaded: this stands before it in dom-setup.ts.
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => renders && countIn(current, renders),
    onCommitFiberUnmount: () => undefined,
  },
});

/**
 * Counts from here on.
 *
 * @returns how often components of a name were rendered since: all together, or with ` key` behind it the one of that key.
 */
export function countRenders(): (name: string) => number {
  const counted = new Map<string, number>();
  renders = counted;
  return (name) => counted.get(name) ?? 0;
}

function countIn(fiber: Fiber, counted: Map<string, number>): void {
  if (typeof fiber.type === 'function' && fiber.flags & PERFORMED_WORK) {
    for (const name of [fiber.type.name, `${fiber.type.name} ${fiber.key}`])
      counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  // What React did not enter has the children of before, with the marks of before.
  if (fiber.alternate?.child === fiber.child) return;
  for (let child = fiber.child; child; child = child.sibling) countIn(child, counted);
}
