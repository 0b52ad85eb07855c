/** Collects the errors of a job's items, so that the job continues with its next item after an error. */
export interface ErrorCollector {
  /** Runs `work` for one item. @returns its result; undefined: `work` threw, and the error is collected. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /** Throws the collected errors, if any, for the log and `job_runs`. @throws {AggregateError} */
  end(): void;
}

/** @param message describes the collected errors together, for example `some groups could not be moved`. */
export function createErrorCollector(message: string): ErrorCollector {
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
