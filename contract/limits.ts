/** Server and app share these limits. Units are in the names. @source spec section 9 */

export const PRODUCTS_PER_PAGE = 24;
export const PAGES_MAX = 10_000;
/** A list reply has at most this many rows. */
export const LIST_MAX = 100;
/** The rest of a longer search text is ignored. */
export const SEARCH_MAX = 100;
export const CATEGORY_MAX = 100;
/** A search returns only this many of the best matches. */
export const SEARCH_RESULTS_MAX = 240;
export const MAX_LINE_QUANTITY = 999;
/** These limits keep sums exact: a group's units fit in 31 bits, the fullest cart's price in 53. */
export const PRICE_MAX_NAIRA = 100_000_000;
export const BASE_UNITS_MAX = 1_000_000;
export const MINIMUM_UNITS_MAX = 1_000_000_000;
/** A group lasts this long when neither its product nor the configuration sets a duration. */
export const GROUP_WINDOW_HOURS = 48;
export const WINDOW_HOURS_MAX = 24 * 365;
/** A payment that began before deadline or success is accepted this much later. @source groups.md */
export const LATE_JOIN_MINUTES = 40;
/** A review must be decided within this time. @source groups.md */
export const REVIEW_HOURS = 24;
/** A review that is overdue by this long ends automatically. @source groups.md */
export const REVIEW_FORGOTTEN_HOURS = 48;
export const CARD_MINIMUM_NAIRA = 100;

export const PHONE_LENGTH = 14;
export const PHONE_PREFIX = '+234';
export const PHONE_PATTERN = /^\+234[0-9]{10}$/;
export const PASSWORD_MIN_SIGNUP = 8;
export const PASSWORD_MIN_RESET = 6;
export const RECOVERY_KEY_MIN = 8;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const SECRET_LENGTH_MAX = 200;
export const REASON_MAX = 1000;
export const ADDRESS_FIELD_MAX = 200;

export const REFERRAL_GROUP_SIZE = 3;
export const REFERRAL_BONUS_NAIRA = 500;

export const NOTIFICATIONS_MAX = 200;
export const TRANSACTIONS_SHOWN = 100;

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Texts are counted in UTF-16 units, as `length` and `maxlength` do. */
export const SLUG_MAX = 100;
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5_000;
export const UNIT_NAME_MAX = 100;
export const UNITS_MAX = 50;
export const PICTURES_MAX = 50;
export const SPECIFICATIONS_MAX = 50;
export const SPECIFICATION_NAME_MAX = 100;
export const SPECIFICATION_VALUE_MAX = 500;
export const CENTRE_CODE_MAX = 100;
export const REFERENCE_MAX = 60;
export const TRACKING_NUMBER_MAX = 40;
/** The router refuses longer path parameters. */
export const PATH_PART_MAX = 100;

/** Services check these fields and give better messages; the schema refuses only longer texts. */
export const LOOSE_TEXT_MAX = 2_000;
export const URL_MAX = 2_000;
export const ID_MAX = 100;
export const REFERRAL_CODE_MAX = 100;
export const PHONE_INPUT_MAX = 40;
export const PLATFORM_MAX = 20;
export const PUSH_KEY_MAX = 300;
/** The app chooses these values from short lists. */
export const VARIANT_MAX = 40;
export const SORT_MAX = 40;

/** Operators type these fields. */
export const OPERATOR_NAME_MAX = 40;
export const OPERATOR_PASSWORD_MAX = 128;
export const OPERATOR_REASON_MAX = 500;
export const NOTE_MAX = 1_000;
export const OPERATOR_SEARCH_MAX = 120;
/** An operator's session ends after this time, active or not. */
export const CONSOLE_HOURS = 12;
/** An operator's session without activity ends after this time. */
export const CONSOLE_IDLE_MINUTES = 60;
/** Roles that move money or manage operators have this shorter idle limit. */
export const CONSOLE_MONEY_IDLE_MINUTES = 30;
export const FILE_NAME_MAX = 200;
export const PASSKEY_LABEL_MAX = 40;
export const OPERATOR_SECRET_MAX = 64;
export const OPERATOR_CODE_MAX = 32;
export const ACTOR_MAX = 80;
export const AUDIT_TARGET_MAX = 120;
export const TOPIC_MAX = 40;
export const AMOUNT_MAX_NAIRA = 1_000_000_000;
/** An order is overdue this many days after its goods became ready. */
export const PICKUP_DAYS = 3;
export const LINE_NUMBER_MAX = 9_999;
/** An operator's idempotency key includes the operator's name as a prefix. */
export const ACTION_KEY_MAX = 120;
export const ROW_ID_PATTERN = /^[1-9][0-9]{0,14}$/;

/** A delivery address may name only these states. @source spec section 5, Checkout */
export const DELIVERY_STATES = ['Lagos', 'Ikeja'] as const;

export const PICTURE_MAX_BYTES = 20_000_000;
/** A larger image (width times height) would need more memory than a small server has. */
export const PICTURE_MAX_PIXELS = 80_000_000;
/** One table cell must fit the most and longest specifications with every character escaped. */
export const TABLE_CELL_MAX = 100_000;
export const IMPORT_TEXT_MAX = 5_000_000;

export const PICTURE_WIDTHS_PX = [160, 320, 480, 640, 1200] as const;
