import { CART_LINE_QUANTITY_MAX } from './limits.ts';
import { formatNaira } from './rules/money/money.ts';

/** Messages that the server and the app must word identically. Labels of one screen are in that screen. @source spec */

export const accountTexts = {
  signedUp: 'Account created successfully',
  loggedIn: 'Logged in successfully',
  emailTaken: 'An account with this email already exists',
  phoneTaken: 'An account with this phone number already exists',
  invalidCredentials: 'Invalid email or password',
  invalidRecoveryKey: 'Invalid email or recovery key',
  recoveryLocked: 'Too many attempts. Please request a recovery key reset.',
  resetLinkExpired: 'This reset link has expired. Please verify your recovery key again.',
  passwordTooCommon: 'This password is too common. Please choose another one.',
  recoveryKeyIsPassword: 'Please choose a recovery key that is not your password',
  passwordUpdated: 'Password updated successfully',
  passwordReset: 'Password reset successfully! Please log in with your new password.',
  resetRequested: 'Your request has been sent. An admin will review it and contact you via WhatsApp.',
  invalidTemporaryKey: 'Invalid or expired temporary key',
  recoveryKeyUpdated: 'Recovery key updated successfully',
  recoveryKeyUpdatedReset: 'Recovery key updated successfully! You can now reset your password.',
  wrongCurrentPassword: 'Current password is incorrect',
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  phoneRequired: 'Phone number is required',
  phonePrefix: 'Please enter a valid Nigerian WhatsApp number starting with +234',
  phoneLength: 'Please enter a valid 11-digit Nigerian phone number',
  phoneTenDigits: 'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits',
  passwordMismatchSignUp: 'Password does not match',
  passwordTooShortSignUp: 'Password must be at least 8 characters long',
  recoveryKeyTooShort: 'Secret recovery key must be at least 8 characters long',
  fillAllFields: 'Please fill in all fields',
  passwordTooShortReset: 'Password must be at least 6 characters long',
  passwordsMismatch: 'Passwords do not match',
  newRecoveryKeyTooShort: 'New recovery key must be at least 8 characters long',
  recoveryKeysMismatch: 'Recovery keys do not match',
  sessionExpired: 'Session expired. Please login again.',
  unauthorized: 'Please log in to continue.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
} as const;

export const cartTexts = {
  productNotFound: 'Product not found',
  selectSellingUnit: 'Please select a selling unit',
  sellingUnitGone: 'This selling unit is no longer available',
  quantityTooSmall: 'Quantity must be at least 1',
  quantityTooLarge: `You can add up to ${CART_LINE_QUANTITY_MAX} of one item`,
  itemNotInCart: 'Item not in cart',
  soloNotOffered: 'This product cannot be bought alone',
  productFailed: 'An error occurred while fetching the product. Please try again.',
  preserved: 'Your cart has been preserved from your previous session',
  cleared:
    'We cleared the copy of your cart on this phone. These items are saved in your account: remove what you no longer want.',
  added: 'Added to cart, hurry and checkout your product.',
} as const;

export const groupTexts = {
  cannotBeLeft: 'This group can no longer be left.',
  cannotTakeLess: 'You can no longer take less in this group.',
  newerGroupOpen: 'A newer group is open. Secure or fail this one.',
  notFailed: 'This group has not failed.',
  statisticsFailed: 'Unable to load statistics. Please try again later.',
  listFailed: 'Unable to load group buys. Please try again later.',
} as const;

export const paymentTexts = {
  cartEmpty: 'Your cart is empty',
  cartChanged: 'Your cart has changed. Please review it and try again.',
  pricesChanged: (totalNaira: number) => `Prices have changed. Your total is now ${formatNaira(totalNaira)}.`,
  walletInsufficient: (balanceNaira: number, amountNaira: number) =>
    `Insufficient wallet balance. You have ${formatNaira(balanceNaira)} but trying to use ${formatNaira(amountNaira)}`,
  walletLimit: (usableNaira: number, balanceNaira: number) =>
    `You can only use up to ${formatNaira(usableNaira)} from your wallet. You have ${formatNaira(balanceNaira)} available.`,
  walletNotWhole: 'Wallet amount must be a whole naira amount',
  methodInvalid: 'Please choose a valid payment method',
  cardMinimum: 'Card payments start at ₦100',
  addressRequired: 'City and street are required',
  lagosOnly: 'We currently serve Lagos only',
  pickupCentreUnavailable: 'This pickup centre takes no new orders. Please choose another one.',
  noLongerAvailable: (title: string) => `${title} is no longer available`,
  requestInvalid: 'Invalid payment request. Please check your details.',
  unavailable: 'Payment service is temporarily unavailable. Please try again later.',
  notFound: 'We could not find this payment.',
  notStarted: 'This payment was not started.',
  initialised: 'Payment initialised',
  walletPaid: 'Payment successful',
  pending: 'We are waiting for the card provider.',
  stillWaiting: 'We are still waiting for the card provider. You will see the result here.',
  confirmed: (walletNaira: number, cardNaira: number, totalNaira: number) =>
    `Payment successful! Wallet ${formatNaira(walletNaira)}, card ${formatNaira(cardNaira)}, total ${formatNaira(totalNaira)}.`,
  cancelled: 'Payment cancelled. No wallet balance was deducted.',
  failed: 'Payment failed. No wallet balance was deducted.',
  expired: 'This payment has expired. No wallet balance was deducted.',
  credited: (receivedNaira: number) =>
    `We received ${formatNaira(receivedNaira)}, but this order could not be made. ${formatNaira(receivedNaira)} has been added to your wallet.`,
  inReview: 'We received your payment and are checking it. We will update you within 24 hours.',
  returned: 'We could not complete this order. Your money is going back to your card.',
  signInForResult: 'Sign in to see the result of your payment.',
} as const;

/** Titles of wallet transactions by their reason. Any other reason is shown verbatim. */
export const walletTransactionTitles: Readonly<Record<string, string>> = {
  REFERRAL_BONUS: 'Referral Bonus',
  ORDER: 'Order Payment',
  REFUND: 'Refund',
};
