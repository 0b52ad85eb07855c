import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What the worker keeps at its install: all that these need. Everything else is kept later. */
const FIRST_SOURCES = [
  'index.html',
  'src/app/Keepers.tsx',
  'src/app/MemberCounts.tsx',
  'src/app/persistence.ts',
  'src/features/cart/add-to-cart.ts',
  'src/features/install/OfflineBar.tsx',
  'src/routes/HomeRoute.tsx',
  'src/routes/ProductRoute.tsx',
];

interface Chunk {
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
  const warnings = FIRST_SOURCES.filter((source) => !chunks[source]).map((name) => `no chunk of ${name}`);
  const walk = (source: string) => {
    const chunk = chunks[source];
    if (!chunk || first.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) first.add(file);
    for (const name of chunk.imports ?? []) walk(name);
  };
  for (const source of FIRST_SOURCES) walk(source);
  return {
    // Only files with a hash in their name: the others are renewed by their revision at each install.
    manifest: manifest.map((entry) =>
      first.has(entry.url) || !entry.url.startsWith('assets/') ? entry : { ...entry, later: true },
    ),
    warnings,
  };
}
