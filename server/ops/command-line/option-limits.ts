import {
  ACT_KEY_MAX,
  ACTOR_MAX,
  AUDIT_TARGET_MAX,
  CATEGORY_MAX,
  CELL_MAX,
  CENTRE_CODE_MAX,
  DESCRIPTION_MAX,
  EMAIL_MAX,
  ID_MAX,
  LOOSE_TEXT_MAX,
  NOTE_MAX,
  OPERATOR_NAME_MAX,
  OPERATOR_REASON_MAX,
  SLUG_MAX,
  TITLE_MAX,
  UNIT_NAME_MAX,
  VARIANT_MAX,
} from '#contract/limits.ts';

/** How long the value of an option may be, by its name. Every other one is a number, a time or a word out of a list. */
const LONGER: Readonly<Record<string, number>> = {
  reason: OPERATOR_REASON_MAX,
  text: NOTE_MAX,
  // Of the register of breaches.
  what: NOTE_MAX,
  whose: NOTE_MAX,
  done: NOTE_MAX,
  how: NOTE_MAX,
  // Of a product.
  title: TITLE_MAX,
  description: DESCRIPTION_MAX,
  category: CATEGORY_MAX,
  'base-unit': UNIT_NAME_MAX,
  units: CELL_MAX,
  images: CELL_MAX,
  specifications: CELL_MAX,
  // What is looked for.
  email: EMAIL_MAX,
  id: ID_MAX,
  product: SLUG_MAX,
  after: SLUG_MAX,
  centre: CENTRE_CODE_MAX,
  target: AUDIT_TARGET_MAX,
  by: ACTOR_MAX,
  as: OPERATOR_NAME_MAX,
  'approved-by': OPERATOR_NAME_MAX,
  key: ACT_KEY_MAX,
  lines: LOOSE_TEXT_MAX,
  // A folder, or the stage of a batch.
  from: LOOSE_TEXT_MAX,
  to: LOOSE_TEXT_MAX,
};

export function optionMax(name: string): number {
  return LONGER[name] ?? VARIANT_MAX;
}
