import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { findProjectFolder } from '../lib/project-folder.ts';
import { ConfigError } from './config.ts';

type Environment = Record<string, string | undefined>;

/**
 * Adds the variables of the settings file to the environment, unless it has them already, even empty.
 * @throws {ConfigError} when the file that `ENV_FILE` names cannot be read.
 */
export function mergeEnvironmentFile(environment: Environment): Environment {
  const named = environment.ENV_FILE?.trim();
  if (named === 'none') return environment;
  const path = named ? resolve(named) : join(findProjectFolder(), '.env');
  if (!named && !existsSync(path)) return environment;
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...environment };
  } catch (error) {
    throw new ConfigError([`The settings file ${path} cannot be read: ${(error as Error).message}`]);
  }
}
