import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadedBy } from './import-graph.mjs';

/**
 * Which test files pass by the places that are to be changed, and how soon each gets there. One run of all tests
 * on sources that say so and do nothing else; a test file that never comes by cannot see the change.
 */

export const SETUP_FILE = 'mutants-setup.ts';

/** Loaded first by every test file of the copy: gives each test its list of the places it passed. */
export const SETUP_SOURCE = `import { afterEach } from 'vitest';
const reached = new Set<number>();
(globalThis as { reached?: (id: number) => void }).reached = (id) => void reached.add(id);
afterEach(({ task }) => {
  (task.meta as { reached?: number[] }).reached = [...reached];
  reached.clear();
});
`;

/**
 * Edits that put a probe at each place. Where places lie within one another the outer one speaks for all. A statement of
 * SQL has its probes in front of it.
 */
export function probeEdits(mutants) {
  return outerOf(mutants).map((each) => {
    const { path, start, end, probeAt } = each;
    const place = probeAt === undefined ? { start, end } : { start: probeAt, end: probeAt };
    return { path, ...place, text: each.probe(mutants.indexOf(each)) };
  });
}

function outerOf(mutants) {
  return mutants.filter(
    (each) => !each.isStatic && !mutants.some((other) => other !== each && holds(other, each)),
  );
}

function holds(outer, inner) {
  if (outer.probeAt !== undefined) return false;
  if (outer.isStatic || outer.path !== inner.path || outer.start > inner.start || outer.end < inner.end)
    return false;
  return outer.start !== inner.start || outer.end !== inner.end || outer.before !== inner.before;
}

/**
 * What a run over the probes showed.
 *
 * @returns for each mutant its test files, the one that gets there first in front: `{ path, costMs }`.
 */
export function planTests(folder, mutants, modules, imports, pathOf) {
  const runs = modules.map((module) => ({ path: pathOf(module.moduleId), ...readRun(module) }));
  const outer = outerOf(mutants);
  return mutants.map((mutant) => {
    const probe = mutants.indexOf(outer.find((each) => each === mutant || holds(each, mutant)));
    const candidates = mutant.isStatic
      ? runs
          .filter((run) => passesConstant(folder, imports, mutant, run))
          .map((run) => estimateStatic(folder, imports, mutant, run))
      : runs
          .filter((run) => run.reachedAtMs.has(probe))
          .map((run) => ({ path: run.path, costMs: run.reachedAtMs.get(probe) }));
    return candidates.sort((a, b) => a.costMs - b.costMs);
  });
}

function readRun(module) {
  const { setupDuration, prepareDuration, collectDuration, duration } = module.diagnostic();
  let atMs = setupDuration + prepareDuration + collectDuration;
  const wholeMs = atMs + duration;
  const reachedAtMs = new Map();
  for (const test of module.children.allTests()) {
    atMs += test.diagnostic()?.duration ?? 0;
    for (const id of test.meta().reached ?? []) if (!reachedAtMs.has(id)) reachedAtMs.set(id, atMs);
  }
  return { wholeMs, reachedAtMs };
}

/** Whether a test file loads who uses the constant: not everybody who loads the file of all limits does. */
function passesConstant(folder, imports, { path, constant }, run) {
  const loaded = loadedBy(imports, run.path);
  if (!loaded.has(path) || constant === undefined) return loaded.has(path);
  const names = new RegExp(`\\b${constant}\\b`, 'g');
  const uses = (file) => (readFileSync(join(folder, file), 'utf8').match(names) ?? []).length;
  // Once in its own file is the constant itself.
  return uses(path) > 1 || [...loaded].some((file) => file !== path && uses(file) > 0);
}

/** A constant is passed when its file is loaded: tests that speak of it come first, then the quick ones. */
function estimateStatic(folder, imports, mutant, run) {
  const words = mutant.before.replaceAll(/^['"`]|['"`]$/g, '');
  const speaks =
    mutant.kind === 'text' &&
    [...loadedBy(imports, run.path)].some(
      (path) => isTestSource(path) && readFileSync(join(folder, path), 'utf8').includes(words),
    );
  return { path: run.path, costMs: run.wholeMs * (speaks ? 1 : 1000) };
}

function isTestSource(path) {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
}
