import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import * as limits from '../../contract/limits.ts';
import { invariants } from '../../server/features/invariants/invariants.ts';
import { createAllJobs } from '../../server/jobs/schedule.ts';
import { POSTING_REASONS } from '../../server/ledger/posting-kinds.ts';
import { listOperatorActions } from '../../server/ops/actions.ts';
import { formatActionUsage } from '../../server/ops/fields.ts';
import { startTestApi } from '../support/api.ts';
import { type OpenApiDocument, renderApiDocsPage } from '../support/api-page.ts';
import {
  expectGeneratedDocument,
  expectGeneratedDocumentPart,
  formatMarkdownTable,
} from '../support/drawn-document.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { renderTablesDocument } from '../support/tables-page.ts';

const ROOT = join(import.meta.dirname, '../..');

const api = openFixtureForFile(startTestApi);

test('docs/api.md says of every call what it takes, within which limits, and what it answers', async () => {
  const { body } = await api.call<OpenApiDocument>({ method: 'GET', url: '/api/docs/json' });
  expectGeneratedDocument('docs/api.md', renderApiDocsPage(body));
});

test('docs/tables.md names every table with its columns and constraints', async () => {
  expectGeneratedDocument('docs/tables.md', await renderTablesDocument(api.db));
});

test('docs/operator.md names every command', () => {
  const rows = listOperatorActions().map((action) => [
    `\`${`${action.name} ${formatActionUsage(action)}`.trim()}\``,
    action.summary,
    action.roles.join(', '),
  ]);
  expectGeneratedDocumentPart(
    'docs/operator.md',
    'commands',
    formatMarkdownTable(['Command', 'Does', 'Roles'], rows),
  );
});

test('docs/jobs.md names every job, how often it runs and what it does', () => {
  const jobs = createAllJobs({ ...api.deps, live: {} as never, log: api.app.log, wake: () => undefined });
  const folder = join(ROOT, 'server/jobs');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const rows = jobs.map(({ name, everyMs }) => {
    const file = files.find((path) => basename(path) === `${name}-job.ts`) ?? `${name}-job.ts`;
    const source = readFileSync(join(folder, file), 'utf8');
    const [, comment = ''] = /\/\*\*((?:(?!\*\/).)*)\*\/\nexport function \w+Job\(/s.exec(source) ?? [];
    return [name, showPause(everyMs), sentenceOf(comment)];
  });
  expect(rows.filter(([, , does]) => !does)).toEqual([]);
  expectGeneratedDocumentPart('docs/jobs.md', 'jobs', formatMarkdownTable(['Job', 'Every', 'Does'], rows));
});

test('docs/money.md names every kind of posting', () => {
  const source = readFileSync(join(ROOT, 'server/ledger/posting-kinds.ts'), 'utf8');
  const rows = Object.entries(POSTING_REASONS).map(([kind, reason]) => {
    const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\n  ${kind}:`).exec(source)?.[1] ?? '';
    const [, entries, ref] = /^(.*) Ref: (.*)\.$/.exec(comment.replace(/\s+(?:\* )?/g, ' ').trim()) ?? [];
    return [`\`${kind}\``, ref ?? '', entries ?? '', reason];
  });
  expect(rows.filter(([, ref]) => !ref)).toEqual([]);
  expectGeneratedDocumentPart(
    'docs/money.md',
    'postings',
    formatMarkdownTable(['Kind', 'Ref', 'Entries', 'Reason'], rows),
  );
});

test('docs/money.md names every invariant that a query checks', () => {
  const rows = [...invariants]
    .sort((one, other) => Number(one.name.slice(1)) - Number(other.name.slice(1)))
    .map(({ name, description }) => [name, description]);
  expectGeneratedDocumentPart(
    'docs/money.md',
    'invariants',
    formatMarkdownTable(['Name', 'Invariant'], rows),
  );
});

test('docs/limits.md names every limit that both sides obey', () => {
  const rows = Object.entries(limits).map(([name, value]) => [`\`${name}\``, showValue(value)]);
  expectGeneratedDocumentPart('docs/limits.md', 'limits', formatMarkdownTable(['Limit', 'Value'], rows));
});

test('docs/limits.md names every limit that the phone alone decides, and its file', () => {
  const files = ['src', 'sw'].flatMap((room) => sourceFiles(room)).sort();
  const rows = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(LIMIT)].map(([, name, value = '']) => [
      `\`${name}\``,
      showValue(readLimit(value)),
      `\`${file}\``,
    ]),
  );
  expectGeneratedDocumentPart(
    'docs/limits.md',
    'phone',
    formatMarkdownTable(['Limit', 'Value', 'File'], rows),
  );
});

test.each([
  ['docs/offline.md', 'src/offline'],
  ['docs/offline.md', 'sw'],
])('%s names every file of %s', (page, room) => {
  const rows = sourceFiles(room)
    .sort()
    .map((file) => [`\`${file.slice(room.length + 1)}\``, firstSentence(join(ROOT, file))]);
  expect(rows.filter(([, sentence]) => !sentence)).toEqual([]);
  expectGeneratedDocumentPart(page, room, formatMarkdownTable([`\`${room}\``, 'Knows'], rows));
});

/** Matches a constant whose value is a number, a list of numbers or a pattern, as it is written in the file. */
const LIMIT =
  /^(?:export )?const ([A-Z][A-Z0-9_]+)(?:: [^=]+)? = (-?[\d_][\d_ *.]*|\[[\d_, ]+\](?: as const)?|\/.*\/[a-z]*);/gm;

function sourceFiles(room: string): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!.*\.test\.).*\.tsx?$/.test(name))
    .map((name) => `${room}/${name}`);
}

function readLimit(written: string): number | number[] | RegExp {
  if (written.startsWith('/')) return new RegExp(written.slice(1, written.lastIndexOf('/')));
  const product = (text: string) =>
    text.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
  const numbers = written
    .replace(/[[\]]| as const/g, '')
    .split(',')
    .map(product);
  return written.startsWith('[') ? numbers : (numbers[0] ?? Number.NaN);
}

/** Formats a pause as `30 s`, `10 min` or `1 d`. */
function showPause(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
  ] as const;
  const [name, unitMs] = units.find(([, unitMs]) => ms % unitMs === 0) ?? ['s', 1_000];
  return `${ms / unitMs} ${name}`;
}

function showValue(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en');
  if (value instanceof RegExp) return `\`${value.source}\``;
  return Array.isArray(value) ? value.map(showValue).join(', ') : `\`${value}\``;
}

/** Reads the first sentence of the first doc comment of a file. */
function firstSentence(path: string): string {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//ms.exec(readFileSync(path, 'utf8')) ?? [];
  return sentenceOf(comment);
}

function sentenceOf(comment: string): string {
  const text = comment
    .replace(/^\s*\*/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
