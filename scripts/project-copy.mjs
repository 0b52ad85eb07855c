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

// The copy has its own data and package cache; packages are shared by a link.
const LEFT_OUT = ['node_modules', '.git', '.data', 'coverage'];

/**
 * Applies one fault at a time to a temporary copy of the project.
 * @param broken faults with `edits` `{ file, from, to }`; each `from` occurs exactly once in its file.
 * @param findNotice receives a fault and the copy's folder; returns null when no test failed.
 * @param tell prints the result.
 * @returns the number of undetected faults.
 */
export async function breakEach(root, broken, findNotice, tell) {
  const folder = copyProject(root);
  let unnoticed = 0;
  for (const one of broken) {
    const notice = await withEdits(folder, one.edits, () => findNotice(one, folder));
    if (notice === null) unnoticed += 1;
    tell(one, notice);
  }
  return unnoticed;
}

function copyProject(root) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'shop-copy-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of readdirSync(root).filter((one) => !LEFT_OUT.includes(one))) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

async function withEdits(folder, edits, work) {
  const before = new Map(edits.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]));
  try {
    for (const { file, from, to } of edits) {
      const parts = readFileSync(join(folder, file), 'utf8').split(from);
      if (parts.length !== 2) throw new Error(`the place in ${file} has moved: ${from}`);
      writeFileSync(join(folder, file), parts.join(to));
    }
    return await work();
  } finally {
    for (const [file, text] of before) writeFileSync(join(folder, file), text);
  }
}
