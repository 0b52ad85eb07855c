// Runs a TypeScript benchmark of this folder: npm run bench -- scale [--option value].
// A script exports `usageText`, `commandLineDefaults` and `runBenchmark(options)`, which returns the exit code.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const [script, ...args] = process.argv.slice(2);
if (!script) {
  process.stderr.write('usage: npm run bench -- SCRIPT [--help]\n');
  process.exit(2);
}
const file = script.endsWith('.ts') ? script : `${script}.ts`;
// The module loader stays open until the script ends, because the script may import more modules.
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
try {
  const module = await vite.ssrLoadModule(fileURLToPath(new URL(file, import.meta.url)));
  const { usageText, commandLineDefaults, runBenchmark } = module;
  const known = Object.entries(commandLineDefaults).map(([name, value]) => [
    name,
    { type: typeof value, default: value },
  ]);
  const { values } = parseArgs({
    args,
    options: { ...Object.fromEntries(known), help: { type: 'boolean' } },
  });
  if (values.help) process.stdout.write(usageText);
  else process.exitCode = await runBenchmark(values);
} finally {
  await vite.close();
}
