import { spawnSync } from 'node:child_process';
import { root } from './build.mjs';

/**
 * Whether a package that ships has a known weakness of high or critical severity. Exit code 1: one has; 2: no registry
 * answered and `--require` says that one must, as in a release; 0: none has, or nobody could be asked.
 */
const isRequired = process.argv.includes('--require');
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
const weak = readWeak(stdout);
if (weak === null) console.log('No registry tells of weaknesses here: nothing was audited.');
else
  console.log(
    weak.length === 0 ? 'No known weakness of high severity.' : `Known weaknesses: ${weak.join(', ')}`,
  );
if (weak === null) process.exit(isRequired ? 2 : 0);
process.exit(weak.length > 0 ? 1 : 0);

/** @returns name and severity of each; null when there was no answer. */
function readWeak(text) {
  try {
    const { vulnerabilities } = JSON.parse(text);
    if (!vulnerabilities) return null;
    return Object.values(vulnerabilities)
      .filter(({ severity }) => severity === 'high' || severity === 'critical')
      .map(({ name, severity }) => `${name} (${severity})`);
  } catch {
    return null;
  }
}
