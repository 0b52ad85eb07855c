import type { Column } from './column.ts';
import type { Stage } from './stage.ts';

/** One row of the matrix: what goes wrong while the shopper acts. It makes sure that it really did. */
export interface FaultRow {
  name: string;
  /** The browser is killed: what an earlier day left lies on the phone's disk already. */
  kills?: boolean;
  /** Lets the shopper act under the fault and ends the fault. */
  run(stage: Stage, column: Column): Promise<void>;
  /** What is true afterwards; absent: the effect exactly once, on the server and on the screen. */
  expectAfter?(stage: Stage, column: Column): Promise<void>;
}

/** Lets the shopper's taps go on until the server has the effect once, then checks the screen. */
export async function expectOnce(stage: Stage, column: Column): Promise<void> {
  const { goOn } = column;
  if (!goOn) await column.expectServer(stage);
  else {
    const untilMs = Date.now() + 60_000;
    for (;;) {
      await goOn(stage);
      const isDone = await stage.page
        .getByRole('dialog')
        .getByText('Payment successful!')
        .waitFor({ timeout: 1_500 })
        .then(
          () => true,
          () => false,
        );
      if (isDone || stage.page.url().endsWith('/account')) break;
      if (Date.now() > untilMs) break;
    }
    await column.expectServer(stage);
  }
  await column.expectTold?.(stage);
  await column.expectScreen(stage);
}
