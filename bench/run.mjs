// Runs one of the TypeScript scripts of this folder: node bench/run.mjs contact-sheet.ts [arguments].
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [script, ...args] = process.argv.slice(2);
if (!script) {
  process.stderr.write('usage: node bench/run.mjs SCRIPT.ts [arguments]\n');
  process.exit(2);
}
const { module } = await runnerImport(fileURLToPath(new URL(script, import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.main(args);
