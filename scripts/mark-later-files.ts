import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What the worker keeps at its install: these chunks and all that they need. Everything else is kept later. */
const FIRST_CHUNKS = ['index', 'product', 'shop'];

/** No chunk names them: the shell, and the styles that a rendered page names. */
const ALSO_FIRST = /^(index\.html|assets\/later-[^/]*\.css)$/;

interface Chunk {
  name?: string;
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}

interface Entry {
  url: string;
}

let outDir = 'dist/client';

/** Remembers where the build goes, for `markLaterFiles`. */
export const laterFiles: Plugin = {
  name: 'later-files',
  configResolved(config) {
    outDir = config.build.outDir;
  },
};

/** Marks each entry of the worker's list that the first start does without. */
export function markLaterFiles<E extends Entry>(manifest: E[]): { manifest: E[]; warnings: string[] } {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'));
  const first = new Set<string>();
  const keyOf = (name: string) => Object.keys(chunks).find((key) => chunks[key]?.name === name);
  const warnings = FIRST_CHUNKS.filter((name) => !keyOf(name)).map((name) => `no chunk ${name}`);
  const walk = (key: string | undefined) => {
    const chunk = key === undefined ? undefined : chunks[key];
    if (!chunk || first.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) first.add(file);
    for (const imported of chunk.imports ?? []) walk(imported);
  };
  for (const name of FIRST_CHUNKS) walk(keyOf(name));
  return {
    manifest: manifest.map((entry) =>
      first.has(entry.url) || ALSO_FIRST.test(entry.url) ? entry : { ...entry, later: true },
    ),
    warnings,
  };
}
