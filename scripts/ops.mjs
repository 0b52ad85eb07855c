import { existsSync } from 'node:fs';
import { buildProject } from './build.mjs';

// Runs operator commands. Builds only when the build is missing, because commands must match the running shop's build.
process.env.NODE_ENV = 'production';
const bundle = new URL('../dist-server/ops.mjs', import.meta.url);
if (!existsSync(bundle)) {
  // The build prints to standard error, because standard output is reserved for the command's result.
  const log = console.log;
  console.log = console.error;
  await buildProject();
  console.log = log;
}
await import(bundle.href);
