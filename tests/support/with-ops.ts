import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import type { TestApi } from './api.ts';

/** Operator commands get a folder for input files and return their printed text. */
export interface OpsCommandFixture {
  /** Removed together with the shop. */
  folder: string;
  /** Writes a file to the folder. @returns its path. */
  file(name: string, text: string | Buffer): Promise<string>;
  /** @returns what a command prints without `--json`. */
  say(...words: string[]): Promise<string>;
}

/** Pass this part to `openFixtureForFile`, for a test API. */
export async function addOpsCommandFixture({ config, deps }: TestApi): Promise<OpsCommandFixture> {
  const folder = await mkdtemp(join(config.dataDir, 'files-'));
  return {
    folder,
    async file(name, text) {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    },
    async say(...words) {
      const { stdout, stderr } = await runOpsCommand(words, async () => deps);
      return `${stdout}${stderr}`;
    },
  };
}
