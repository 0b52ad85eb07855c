import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { PromptForSecret } from '../operators.ts';

/**
 * Reads operators' secrets from environment or terminal. Every user of the machine can read arguments.
 * @param environment its secrets are deleted, so that no child process inherits them.
 */
export function createSecretPrompt(environment: NodeJS.ProcessEnv): PromptForSecret {
  const { OPERATOR_SECRET: operator, APPROVER_SECRET: approver } = environment;
  delete environment.OPERATOR_SECRET;
  delete environment.APPROVER_SECRET;
  const given = { operator, approver };
  return async (who, name) => given[who] || (process.stdin.isTTY ? typeHidden(`Secret of ${name}: `) : null);
}

async function typeHidden(prompt: string): Promise<string | null> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write(prompt);
  const typed = await new Promise<string | null>((resolve) => {
    // Ctrl-C closes the prompt without a line, which counts as no secret.
    lines.once('close', () => resolve(null)).once('line', resolve);
  });
  lines.close();
  process.stderr.write('\n');
  return typed;
}
