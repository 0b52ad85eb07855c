/** Server and app share these limits. Units are in the names. @source spec section 9 */

export const PRODUCTS_PER_PAGE = 24;
export const PRODUCT_LIST_PAGES_MAX = 10_000;
/** A list reply has at most this many rows. */
export const LIST_ROWS_MAX = 100;
/** One reply of an export has at most this many rows. The client requests the rest in further replies. */
export const EXPORT_ROWS_MAX = 10_000;
/** Number of characters of a search text that are used; the rest is ignored. */
export const SEARCH_LENGTH_MAX = 100;
export const CATEGORY_LENGTH_MAX = 100;
/** A search returns only this many of the best matches. */
export const SEARCH_RESULTS_MAX = 240;
export const CART_LINE_QUANTITY_MAX = 999;
/** Larger values could make sums inexact, because a group's units have 32 bits and a full cart's price 53. */
export const PRICE_MAX_NAIRA = 100_000_000;
export const BASE_UNIT_QUANTITY_MAX = 1_000_000;
export const GROUP_MINIMUM_UNITS_MAX = 1_000_000_000;
/** A group stays open this long when neither its product nor the configuration sets a duration. */
export const DEFAULT_GROUP_DURATION_HOURS = 48;
export const GROUP_DURATION_HOURS_MAX = 24 * 365;
/**
 * Banks may be slow, so a payment that began in time is accepted for this long after the group's end.
 * @source groups.md
 */
export const LATE_PAYMENT_GRACE_MINUTES = 40;
/** Operators must decide within this time whether a group in review goes on. @source groups.md */
export const GROUP_REVIEW_HOURS_MAX = 24;
/**
 * A group whose review is overdue by this much ends automatically, so that its members get their money back.
 * @source groups.md
 */
export const GROUP_ENDS_AFTER_REVIEW_OVERDUE_HOURS = 48;
export const CARD_PAYMENT_MIN_NAIRA = 100;

export const PHONE_NUMBER_LENGTH = 14;
export const PHONE_COUNTRY_PREFIX = '+234';
export const PHONE_NUMBER_PATTERN = /^\+234[0-9]{10}$/;
export const SIGN_UP_PASSWORD_LENGTH_MIN = 8;
export const RESET_PASSWORD_LENGTH_MIN = 6;
export const SHOPPER_RECOVERY_KEY_LENGTH_MIN = 8;
export const SHOPPER_NAME_LENGTH_MAX = 120;
export const EMAIL_LENGTH_MAX = 254;
export const PASSWORD_AND_RECOVERY_KEY_LENGTH_MAX = 200;
export const RECOVERY_REQUEST_REASON_LENGTH_MAX = 1000;
export const ADDRESS_FIELD_LENGTH_MAX = 200;

/** A product page shows the initials of this many of its group's newest buyers. */
export const GROUP_MEMBER_INITIALS_SHOWN_MAX = 5;
export const REFERRALS_PER_BONUS = 3;
export const REFERRAL_BONUS_NAIRA = 500;

export const NOTIFICATIONS_PER_SHOPPER_MAX = 200;
export const WALLET_TRANSACTIONS_LISTED_MAX = 100;

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Lengths of texts count UTF-16 units, as `length` and the `maxlength` attribute do. */
export const SLUG_LENGTH_MAX = 100;
export const PRODUCT_TITLE_LENGTH_MAX = 200;
export const PRODUCT_DESCRIPTION_LENGTH_MAX = 5_000;
export const UNIT_NAME_LENGTH_MAX = 100;
export const SUPPLIER_NAME_LENGTH_MAX = 100;
export const SELLING_UNITS_PER_PRODUCT_MAX = 50;
export const IMAGES_PER_PRODUCT_MAX = 50;
export const SPECIFICATIONS_PER_PRODUCT_MAX = 50;
export const SPECIFICATION_NAME_LENGTH_MAX = 100;
export const SPECIFICATION_VALUE_LENGTH_MAX = 500;
export const REVIEW_LENGTH_MAX = 500;
export const REVIEW_STARS_MAX = 5;
/** The product page shows this many reviews, and as many more at each tap. */
export const REVIEWS_PER_PAGE = 5;
/**
 * An operator may be limited to at most this many pickup centres. An operator without a limit works for all centres.
 */
export const CENTRES_PER_OPERATOR_MAX = 50;
export const PICKUP_CENTRE_CODE_LENGTH_MAX = 100;
export const CENTRE_HOLIDAYS_MAX = 100;
export const CENTRE_HOLIDAY_REASON_LENGTH_MAX = 60;
export const CENTRE_ORDERS_PER_DAY_MAX = 10_000;
export const PAYMENT_REFERENCE_LENGTH_MAX = 60;
export const TRACKING_NUMBER_LENGTH_MAX = 40;
/** The router refuses longer path parameters before any query runs. */
export const PATH_PARAMETER_LENGTH_MAX = 100;

/** Request schemas refuse longer texts. Shorter limits are checked by services, whose error messages are better. */
export const REQUEST_TEXT_LENGTH_MAX = 2_000;
export const URL_LENGTH_MAX = 2_000;
export const ID_LENGTH_MAX = 100;
export const REFERRAL_CODE_LENGTH_MAX = 100;
export const PHONE_INPUT_LENGTH_MAX = 40;
export const CLIENT_PLATFORM_LENGTH_MAX = 20;
export const PUSH_KEY_LENGTH_MAX = 300;
/** This limit is for dates, durations and values from a fixed list, such as the payment method. */
export const SHORT_TEXT_LENGTH_MAX = 40;
export const SORT_FIELD_LENGTH_MAX = 40;

/** Maximum lengths of what operators type. */
export const OPERATOR_NAME_LENGTH_MAX = 40;
export const OPERATOR_PASSWORD_LENGTH_MAX = 128;
export const OPERATOR_REASON_LENGTH_MAX = 500;
export const OPERATOR_NOTE_LENGTH_MAX = 1_000;
export const OPERATOR_SEARCH_LENGTH_MAX = 120;
/** An operator's session ends after this time, active or not. */
export const CONSOLE_SESSION_HOURS_MAX = 12;
/** An operator's session without activity ends after this time. */
export const CONSOLE_IDLE_MINUTES_MAX = 60;
/** Operators who move money or manage operators are signed out sooner, after this time without activity. */
export const PRIVILEGED_ROLE_IDLE_MINUTES_MAX = 30;
export const FILE_NAME_LENGTH_MAX = 200;
export const PASSKEY_LABEL_LENGTH_MAX = 40;
export const OPERATOR_ENROLMENT_SECRET_LENGTH_MAX = 64;
export const SHOP_SETTING_VALUE_LENGTH_MAX = 500;
export const SIGN_IN_CODE_LENGTH_MAX = 32;
export const AUDIT_ACTOR_LENGTH_MAX = 80;
export const AUDIT_TARGET_LENGTH_MAX = 120;
export const OUTBOX_TOPIC_LENGTH_MAX = 40;
export const JOB_NAME_LENGTH_MAX = 40;
/** The schema refuses a larger amount of money that an operator has typed. */
export const OPERATOR_AMOUNT_INPUT_MAX_NAIRA = 1_000_000_000;
/** Goods are expected at their pickup centre this many days after the group is full. @source spec section 9 (Policy text) */
export const DELIVERY_DAYS_MIN = 2;
export const DELIVERY_DAYS_MAX = 5;
/** Goods must be collected within this many days after they became ready, or on the centre's next open day. */
export const PICKUP_PERIOD_DAYS = 3;
export const ORDER_LINE_NUMBER_MAX = 9_999;
/** A stored key is longer than the console's, because the server puts `console:` and the operator's name before it. */
export const OPERATOR_IDEMPOTENCY_KEY_LENGTH_MAX = 120;
export const ROW_ID_PATTERN = /^[1-9][0-9]{0,14}$/;

/** A delivery address may be only in one of these states. @source spec section 5, Checkout */
export const DELIVERY_ADDRESS_STATES = ['Lagos', 'Ikeja'] as const;

export const IMAGE_FILE_BYTES_MAX = 20_000_000;
/** A larger image (width times height) would need more memory than a small server has. */
export const IMAGE_PIXELS_MAX = 80_000_000;
/** A product's specifications fit into an argument of this length, even with every character escaped. */
export const OPERATOR_COMMAND_ARGUMENT_LENGTH_MAX = 100_000;
export const IMPORT_FILE_CHARS_MAX = 5_000_000;

export const IMAGE_WIDTHS_PX = [160, 320, 480, 640, 1200] as const;
