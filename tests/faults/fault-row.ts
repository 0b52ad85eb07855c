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

/** The effect exactly once: on the server, told, and on the screen. */
export async function expectOnce(stage: Stage, column: Column): Promise<void> {
  await expectDone(stage, column);
  await column.expectTold?.(stage);
  await column.expectScreen(stage);
}

/** Lets the shopper's taps go on until the server has the effect once. */
export async function expectDone(stage: Stage, column: Column): Promise<void> {
  const { goOn } = column;
  const untilMs = Date.now() + 60_000;
  while (goOn && Date.now() < untilMs) {
    await goOn(stage);
    const isTold = await stage.page
      .getByRole('dialog')
      .getByText('Payment successful!')
      .waitFor({ timeout: 1_500 })
      .then(
        () => true,
        () => false,
      );
    if (isTold || stage.page.url().endsWith('/account')) break;
  }
  await column.expectServer(stage);
}
