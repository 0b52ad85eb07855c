/** The items of one run kept apart: what one of them throws holds up no other. */
export interface Apart {
  /** @returns what `work` gave; undefined when it threw, which is noted. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /** Ends the run. @throws {AggregateError} of all that was noted, once, for the log and `job_runs`. */
  end(): void;
}

/** @param message what the errors of the run have in common, for example `some groups could not be moved`. */
export function keepApart(message: string): Apart {
  const errors: unknown[] = [];
  return {
    async run(work) {
      try {
        return await work();
      } catch (error) {
        errors.push(error);
        return undefined;
      }
    },
    end() {
      if (errors.length > 0) throw new AggregateError(errors, message);
    },
  };
}
