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
const LEFT_OUT = ['node_modules', '.git', '.data', 'coverage'];

/**
 * Breaks one thing at a time in a copy of the project, which goes away with this process.
 *
 * @param broken each with its `edits` `{ file, from, to }`; each `from` occurs exactly once in its file.
 * @param findNotice given one and the folder of the copy that has it; null: nothing was noticed.
 * @param tell prints what came of it.
 * @returns how many nothing noticed.
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
