import { Type } from 'typebox';
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts';
import { Uuid } from '#contract/schemas/basics.ts';

/** A shopper is named by exactly one of these fields. */
export const shopperIdentifierFields = {
  email: Type.Optional(Type.String({ minLength: 1, maxLength: EMAIL_LENGTH_MAX })),
  userId: Type.Optional(Uuid),
};
