import fs from 'node:fs';
import { join } from 'node:path';

/** Number of releases whose files stay on the server, because open tabs still load the code of their own release. */
const RELEASES_KEPT = 3;

/**
 * Replaces `dist/client` by `dist/client.next` and keeps the files of recent releases that have a hash in their name.
 */
export function replaceClientBuild(root) {
  const current = join(root, 'dist/client');
  const next = join(root, 'dist/client.next');
  const old = join(root, 'dist/client.old');
  const listFile = join(root, 'dist/releases.json');
  const newest = fs.readdirSync(join(next, 'assets')).sort();
  const releases = [newest, ...readReleases(listFile)]
    .filter((names, index, all) => all.findIndex((other) => other.join() === names.join()) === index)
    .slice(0, RELEASES_KEPT);

  for (const name of new Set(releases.slice(1).flat())) {
    const kept = join(current, 'assets', name);
    const target = join(next, 'assets', name);
    if (fs.existsSync(kept) && !fs.existsSync(target)) fs.copyFileSync(kept, target);
  }
  fs.rmSync(old, { recursive: true, force: true });
  if (fs.existsSync(current)) fs.renameSync(current, old);
  fs.renameSync(next, current);
  fs.rmSync(old, { recursive: true, force: true });
  fs.writeFileSync(listFile, `${JSON.stringify(releases)}\n`);
}

function readReleases(listFile) {
  try {
    return JSON.parse(fs.readFileSync(listFile, 'utf8'));
  } catch {
    return [];
  }
}
