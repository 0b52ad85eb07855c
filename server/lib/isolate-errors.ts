/** Lets a job continue with its next item after an error, and collects the errors. */
export interface ErrorIsolator {
  /** Runs one step. @returns the result of `work`; undefined when `work` threw, whose error is collected. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /** Ends the run. @throws {AggregateError} with all collected errors, for the log and `job_runs`. */
  end(): void;
}

/**
 * Creates an isolator for one run.
 * @param message describes the collected errors together, for example `some groups could not be moved`.
 */
export function createErrorIsolator(message: string): ErrorIsolator {
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
