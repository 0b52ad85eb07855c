import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The file with the input hashes of each build step. A start rebuilds only what is missing or outdated. */
const stampFile = (root) => join(root, 'dist/build-stamps.json');

export function readBuildInputHashes(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'));
  } catch {
    return {};
  }
}

export function writeBuildInputHashes(root, hashesByStep) {
  writeFileSync(stampFile(root), `${JSON.stringify(hashesByStep, null, 2)}\n`);
}

/** Reads Vite's `.env` files; later files override earlier ones. The server reads its settings from them too. */
export function readViteEnvFiles(root) {
  const files = ['.env', '.env.local', '.env.production', '.env.production.local'].map((name) =>
    join(root, name),
  );
  const read = (file) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {});
  return Object.assign({}, ...files.map(read));
}

/** Selects the settings that a build's output depends on, in a fixed order. */
export function selectEnvSettings(env, namePattern) {
  if (!namePattern) return [];
  return Object.entries(env)
    .filter(([name]) => namePattern.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Hashes the settings and the names and contents of files; tests beside the sources are ignored. */
export function hashBuildInputs(root, inputPaths, settings) {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const path of inputPaths) addPath(hash, root, path);
  return hash.digest('base64url');
}

function addPath(hash, root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) addPath(hash, root, `${path}/${name}`);
    return;
  }
  if (/\.test\.tsx?$/.test(path)) return;
  hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
}
