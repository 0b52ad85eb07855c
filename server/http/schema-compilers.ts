import { AjvCompiler, type BuildCompilerFromPool } from '@fastify/ajv-compiler';
import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type ValidatorCompiler = ReturnType<BuildCompilerFromPool>;
type Validate = ReturnType<ValidatorCompiler>;

/**
 * Fastify's own compilers, asked at the first request of a route instead of at the start: the schemas of all routes are
 * a third of a start's work, and most of them are the console's, which an instance may never be asked for.
 */
export const lateCompilers = { buildValidator: lateValidators(), buildSerializer: lateSerializers() };

function lateValidators(): BuildCompilerFromPool {
  const build = AjvCompiler();
  return (...options) => {
    const compile = build(...options);
    const compileLate: ValidatorCompiler = (route) => {
      let made: Validate | undefined;
      const validate = (data: unknown) => {
        made ??= compile(route);
        const verdict = made(data);
        // Where Fastify looks for them.
        Object.assign(validate, { errors: made.errors });
        return verdict;
      };
      return validate as Validate;
    };
    return compileLate;
  };
}

function lateSerializers(): SerializerFactory {
  const build = SerializerSelector();
  return (...options) => {
    const compile = build(...options);
    return (route) => {
      let made: ReturnType<typeof compile> | undefined;
      return (data) => {
        made ??= compile(route);
        return made(data);
      };
    };
  };
}
