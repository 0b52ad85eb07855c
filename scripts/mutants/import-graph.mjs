import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSource } from './syntax.mjs';

const FOLDERS = ['contract', 'src', 'server', 'sw', 'tests'];

/** Which files of the project import which, also by `import()`; types are left out, a test cannot see them. */
export function readImportGraph(root) {
  const imports = new Map();
  for (const path of listCode(root)) {
    const source = readFileSync(join(root, path), 'utf8');
    const targets = specifiersOf(path, source).map((specifier) => resolve(root, path, specifier));
    imports.set(path, [...new Set(targets.filter((target) => target !== null))]);
  }
  return imports;
}

/** All files that a file loads, itself included. */
export function loadedBy(imports, path) {
  const seen = new Set([path]);
  for (const each of seen) for (const target of imports.get(each) ?? []) seen.add(target);
  return seen;
}

function listCode(root) {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.tsx?$/.test(name)),
  );
}

function specifiersOf(path, source) {
  const { module } = parseSource(path, source);
  const isOnlyTypes = ({ entries }) => entries.length > 0 && entries.every((entry) => entry.isType);
  const fromImports = module.staticImports.filter((each) => !isOnlyTypes(each));
  const fromExports = module.staticExports.flatMap(({ entries }) => entries.filter((e) => e.moduleRequest));
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    source.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"`]|['"`]$/g, ''),
  );
  return [...[...fromImports, ...fromExports].map((each) => each.moduleRequest.value), ...dynamic];
}

function resolve(root, from, specifier) {
  const path = specifier.startsWith('#contract/')
    ? specifier.slice(1)
    : specifier.startsWith('.') && posix.join(posix.dirname(from), specifier);
  return path && /\.tsx?$/.test(path) && existsSync(join(root, path)) ? path : null;
}
