import { spawnSync } from 'node:child_process';
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

// What is not a source: the build and the data are the copy's own, packages are shared by a link.
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist', 'dist-server', 'coverage']);

/** A copy of the project in a temporary folder; only its files are ever changed. */
export function copyProject(root) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'shop-mutants-'));
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const originals = new Map();
  const originalOf = (path) => {
    if (!originals.has(path)) originals.set(path, readFileSync(join(folder, path), 'utf8'));
    return originals.get(path);
  };
  return {
    folder,
    /** Writes files with some of their places changed: `edits` are `{ path, start, end, text }`. */
    edit(edits) {
      for (const path of new Set(edits.map((each) => each.path))) {
        const own = edits.filter((each) => each.path === path);
        writeFileSync(join(folder, path), applyEdits(originalOf(path), own));
      }
    },
    /** Writes a file that the project does not have. */
    add: (path, text) => writeFileSync(join(folder, path), text),
    /** Files as they were. */
    restore(paths) {
      for (const path of new Set(paths)) writeFileSync(join(folder, path), originalOf(path));
    },
    /** Builds the copy; answers the last line of what went wrong, or null. */
    build() {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
        cwd: folder,
        encoding: 'utf8',
      });
      return status === 0 ? null : stderr.trim().split('\n').at(-1);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** From the end, so that no edit moves the place of another; edits must not overlap. */
export function applyEdits(source, edits) {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: change }) => text.slice(0, start) + change + text.slice(end), source);
}
