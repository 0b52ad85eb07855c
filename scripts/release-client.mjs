import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Keeps the hashed files of this many releases, because an open tab still loads lazy chunks of its own. */
const RELEASES_KEPT = 3;

/** Replaces `dist/client` by `dist/client.next` and keeps the hashed files of recent releases. */
export function releaseClient(root) {
  const current = join(root, 'dist/client');
  const next = join(root, 'dist/client.next');
  const old = join(root, 'dist/client.old');
  const listFile = join(root, 'dist/releases.json');
  const newest = namesIn(join(next, 'assets'));
  const releases = [newest, ...readReleases(listFile)]
    .filter((names, index, all) => all.findIndex((other) => other.join() === names.join()) === index)
    .slice(0, RELEASES_KEPT);

  mkdirSync(join(next, 'assets'), { recursive: true });
  for (const name of new Set(releases.slice(1).flat())) {
    const kept = join(current, 'assets', name);
    const target = join(next, 'assets', name);
    if (existsSync(kept) && !existsSync(target)) copyFileSync(kept, target);
  }
  rmSync(old, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, old);
  renameSync(next, current);
  rmSync(old, { recursive: true, force: true });
  writeFileSync(listFile, `${JSON.stringify(releases)}\n`);
}

function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function readReleases(listFile) {
  try {
    return JSON.parse(readFileSync(listFile, 'utf8'));
  } catch {
    return [];
  }
}
