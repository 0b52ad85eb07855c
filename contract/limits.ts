/** Business constants and limits that both sides obey. Units are in the names. @source spec section 9 */

export const PRODUCTS_PER_PAGE = 24;
export const PAGES_MAX = 10_000;
/** Rows of a list in one answer. */
export const LIST_MAX = 100;
/** A search, in characters; what was typed beyond it is not looked at. */
export const SEARCH_MAX = 100;
export const CATEGORY_MAX = 100;
/** So many products a search finds at most, the best of them. */
export const SEARCH_FOUND_MAX = 240;
export const MAX_LINE_QUANTITY = 999;
/**
 * A product's figures. A minimum short by one and the largest line still add up within 31 bits, and a cart full of the
 * dearest lines within 53: what the database and JavaScript count exactly.
 */
export const PRICE_MAX_NAIRA = 100_000_000;
export const BASE_UNITS_MAX = 1_000_000;
export const MINIMUM_UNITS_MAX = 1_000_000_000;
/** How long a group runs where neither its product nor the shop's configuration says otherwise. */
export const GROUP_WINDOW_HOURS = 48;
export const WINDOW_HOURS_MAX = 24 * 365;
/** Payments that began before a group's deadline or success may still come in for this long. @source groups.md */
export const LATE_JOIN_MINUTES = 40;
/** A review is due this long after it began. @source groups.md */
export const REVIEW_HOURS = 24;
/** A review that nobody ends this long past its time ends by itself. @source groups.md */
export const REVIEW_FORGOTTEN_HOURS = 48;
export const CARD_MINIMUM_NAIRA = 100;

export const PHONE_LENGTH = 14;
export const PHONE_PREFIX = '+234';
/** `+234` followed by exactly ten digits. */
export const PHONE_PATTERN = /^\+234[0-9]{10}$/;
export const PASSWORD_MIN_SIGNUP = 8;
export const PASSWORD_MIN_RESET = 6;
export const RECOVERY_KEY_MIN = 8;
export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const SECRET_MAX = 200;
export const REASON_MAX = 1000;
export const ADDRESS_FIELD_MAX = 200;

export const REFERRAL_GROUP_SIZE = 3;
export const REFERRAL_BONUS_NAIRA = 500;

export const NOTIFICATIONS_KEPT = 200;
export const TRANSACTIONS_SHOWN = 100;

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Texts are counted in UTF-16 units, as `length` and `maxlength` do. */
export const SLUG_MAX = 100;
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5_000;
/** Of a selling unit and of the unit that its sizes are counted in. */
export const UNIT_NAME_MAX = 100;
export const UNITS_MAX = 50;
export const PICTURES_MAX = 50;
export const SPECIFICATIONS_MAX = 50;
export const SPECIFICATION_NAME_MAX = 100;
export const SPECIFICATION_VALUE_MAX = 500;
export const CENTRE_CODE_MAX = 100;
/** Of a payment, and of an order. */
export const REFERENCE_MAX = 60;
export const TRACKING_NUMBER_MAX = 40;
/** The longest part of an address that names one thing. The router finds no longer one. */
export const PATH_PART_MAX = 100;

/** Fields that are judged by their own rule; longer texts are not even read. */
export const LOOSE_TEXT_MAX = 2_000;
export const URL_MAX = 2_000;
export const ID_MAX = 100;
export const REFERRAL_CODE_MAX = 100;
export const PHONE_TYPED_MAX = 40;
export const PLATFORM_MAX = 20;
export const PUSH_KEY_MAX = 300;
/** A word out of a short list. */
export const VARIANT_MAX = 40;
export const SORT_MAX = 40;

/** What an operator types. */
export const OPERATOR_NAME_MAX = 40;
export const OPERATOR_PASSWORD_MAX = 128;
export const OPERATOR_REASON_MAX = 500;
export const NOTE_MAX = 1_000;
export const FIND_MAX = 120;
/** An operator's session ends then, whatever they do. */
export const CONSOLE_HOURS = 12;
/** Without a tap of theirs it ends earlier. */
export const CONSOLE_IDLE_MINUTES = 60;
/** Likewise of who moves money or names operators. */
export const CONSOLE_MONEY_IDLE_MINUTES = 30;
export const FILE_NAME_MAX = 200;
export const PASSKEY_LABEL_MAX = 40;
/** One that is typed once, of a new operator. */
export const OPERATOR_SECRET_MAX = 64;
/** Of an authenticator, or one for recovery. */
export const OPERATOR_CODE_MAX = 32;
/** In the audit log: who did something, and to what. */
export const ACTOR_MAX = 80;
export const AUDIT_TARGET_MAX = 120;
export const TOPIC_MAX = 40;
/** Of an amount that an operator moves. */
export const AMOUNT_MAX_NAIRA = 1_000_000_000;
/** From when its goods are ready an order is collected within these days; afterwards it is overdue. */
export const PICKUP_DAYS = 3;
/** Of an order. */
export const LINE_NUMBER_MAX = 9_999;
/** Under which an act of an operator is done once, with the name of who sent it before it. */
export const ACT_KEY_MAX = 120;
/** The number of a row in a list, which is no amount. */
export const ROW_ID_PATTERN = /^[1-9][0-9]{0,14}$/;

/** The states a delivery address may name. @source spec section 5, Checkout */
export const DELIVERY_STATES = ['Lagos', 'Ikeja'] as const;

/** A picture's file as it is brought in. */
export const PICTURE_MAX_BYTES = 20_000_000;
/** Width times height. A larger picture would take more memory than a small server has. */
export const PICTURE_MAX_PIXELS = 80_000_000;
/** A list in one cell of a table: the most and longest specifications, with every sign escaped, have room. */
export const CELL_MAX = 100_000;
/** A table of products as the console sends it. */
export const IMPORT_TEXT_MAX = 5_000_000;

export const PICTURE_WIDTHS_PX = [160, 320, 480, 640, 1200] as const;
