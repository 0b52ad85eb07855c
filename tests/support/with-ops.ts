import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import type { TestApi } from './api.ts';

/** The operator's side: a folder for files to bring in, and the words that are read without `--json`. */
export interface OpsPart {
  /** Goes with the shop. */
  folder: string;
  /** Writes a file into the folder. @returns its path. */
  file(name: string, text: string | Buffer): Promise<string>;
  /** What a command prints without `--json`. */
  say(...words: string[]): Promise<string>;
}

/** A part of `forFile`, for a test API. */
export async function withOps({ config, deps }: TestApi): Promise<OpsPart> {
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
