import { spawnSync } from 'node:child_process';
import { root } from './build.mjs';

/** Whether a package that ships has a known weakness of high or critical severity; silent where nobody can be asked. */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
const weak = readWeak(stdout);
if (weak === null) console.log('No registry tells of weaknesses here: nothing was audited.');
else
  console.log(
    weak.length === 0 ? 'No known weakness of high severity.' : `Known weaknesses: ${weak.join(', ')}`,
  );
process.exit(weak && weak.length > 0 ? 1 : 0);

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
