import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// These folders are not copied, because the tests create their own data and `node_modules` is linked instead.
const LEFT_OUT = ['node_modules', '.git', '.data', 'coverage'];

/**
 * Applies one fault at a time to a temporary copy of the project.
 * @param faults edits `{ file, from, to }`, whose `from` occurs exactly once in its file; `also` is a second edit.
 * @param findFailedTest runs tests in the copy and returns which test failed; null: none.
 * @returns the number of undetected faults.
 */
export async function runTestsWithEachFault(root, faults, findFailedTest, report) {
  const folder = copyProject(root);
  let undetected = 0;
  for (const fault of faults) {
    const failedTest = await withEdits(folder, listEditsOfSeededFault(fault), () =>
      findFailedTest(fault, folder),
    );
    if (failedTest === null) undetected += 1;
    report(fault, failedTest);
  }
  return undetected;
}

export const listEditsOfSeededFault = (fault) => (fault.also ? [fault, fault.also] : [fault]);

function copyProject(root) {
  const folder = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'shop-copy-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of fs.readdirSync(root).filter((one) => !LEFT_OUT.includes(one))) {
    fs.cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  fs.symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

async function withEdits(folder, edits, work) {
  const before = new Map(edits.map(({ file }) => [file, fs.readFileSync(join(folder, file), 'utf8')]));
  try {
    for (const { file, from, to } of edits) {
      const parts = fs.readFileSync(join(folder, file), 'utf8').split(from);
      if (parts.length !== 2) throw new Error(`the place in ${file} has moved: ${from}`);
      fs.writeFileSync(join(folder, file), parts.join(to));
    }
    return await work();
  } finally {
    for (const [file, text] of before) fs.writeFileSync(join(folder, file), text);
  }
}
