import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { AskSecret } from '../operators.ts';

/**
 * Secrets of operators: of scripts from the environment, of a person at a terminal without showing what is typed.
 * Never from an argument, which everybody on the machine can read.
 *
 * @param environment is rid of them: no program that is started from here inherits one.
 */
export function createSecretPrompt(environment: NodeJS.ProcessEnv): AskSecret {
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
    // Ctrl-C closes it too.
    lines.once('close', () => resolve(null)).once('line', resolve);
  });
  lines.close();
  process.stderr.write('\n');
  return typed;
}
