import { existsSync } from 'node:fs';
import { build } from './build.mjs';

// The operator's commands. Built when missing; a stale build is the running shop's, and they must agree.
process.env.NODE_ENV = 'production';
const bundle = new URL('../dist-server/ops.mjs', import.meta.url);
if (!existsSync(bundle)) {
  // Only the answer of the command goes to the standard output.
  const log = console.log;
  console.log = console.error;
  await build();
  console.log = log;
}
await import(bundle.href);
