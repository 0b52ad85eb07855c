/** React's developer tools read the same internal fields of a fiber. */
interface Fiber {
  type: unknown;
  key: string | null;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** React sets this flag on a component's fiber in the commit that rendered it. */
const PERFORMED_WORK = 1;

let renders: Map<string, number> | null = null;

// React looks for its developer tools once when it is loaded, so dom-setup.ts imports this file first.
Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => renders && countIn(current, renders),
    onCommitFiberUnmount: () => undefined,
  },
});

/**
 * Starts to count renders.
 *
 * @returns the count of renders since by component name; a name followed by ` key` counts one instance.
 */
export function startCountingRenders(): (name: string) => number {
  const counted = new Map<string, number>();
  renders = counted;
  return (name) => counted.get(name) ?? 0;
}

function countIn(fiber: Fiber, counted: Map<string, number>): void {
  if (typeof fiber.type === 'function' && fiber.flags & PERFORMED_WORK) {
    for (const name of [fiber.type.name, `${fiber.type.name} ${fiber.key}`])
      counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  // A subtree that React skipped keeps its old children and old flags.
  if (fiber.alternate?.child === fiber.child) return;
  for (let child = fiber.child; child; child = child.sibling) countIn(child, counted);
}
