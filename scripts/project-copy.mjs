import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What is not a source: the data and the packages' cache are the copy's own, packages are shared by a link.
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'coverage']);

/** A copy of the project in a temporary folder, which goes away with this process; only its files are ever changed. */
export function copyProject(root) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'shop-copy-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return {
    folder,
    /**
     * Calls `work` while the edits `{ file, from, to }` are applied. Each `from` occurs exactly once in its file.
     *
     * @throws {Error} when one has moved.
     */
    async withEdits(edits, work) {
      const before = new Map();
      try {
        for (const { file, from, to } of edits) {
          const path = join(folder, file);
          const text = readFileSync(path, 'utf8');
          if (!before.has(path)) before.set(path, text);
          if (text.split(from).length !== 2) throw new Error(`the place in ${file} has moved: ${from}`);
          writeFileSync(
            path,
            text.replace(from, () => to),
          );
        }
        return await work();
      } finally {
        for (const [path, text] of before) writeFileSync(path, text);
      }
    },
  };
}
