import { GROUP_PRICE_KOBO, SOLO_PRICE_KOBO } from './with-money.ts';

/** A model of the shop's money in plain objects. The database must agree with it after every step. */

export interface ModelLine {
  product: number;
  isSolo: boolean;
  quantity: number;
}

interface ModelCart {
  lines: ModelLine[];
  isBought: boolean;
}

export interface ModelPayment {
  user: number;
  cart: ModelCart;
  lines: (ModelLine & { quoted: ModelGroup | null })[];
  walletKobo: number;
  cardKobo: number;
  isLive: boolean;
  heldKobo: number;
  outcome: 'ordered' | 'wallet_credited' | 'review' | null;
}

export interface ModelGroup {
  product: number;
  minUnits: number;
  deadlineMs: number;
  status: 'active' | 'successful' | 'secured' | 'refunded';
  isJoinable: boolean;
  succeededMs: number | null;
  joins: { user: number; units: number; paidKobo: number; hasLeft: boolean }[];
}

export interface ModelUser {
  balanceKobo: number;
  heldKobo: number;
  cart: ModelCart | null;
}

const WINDOW_MS = 48 * 3_600_000;
const LATE_MS = 40 * 60_000;

export const unitsOf = (group: ModelGroup): number =>
  group.joins.reduce((sum, join) => sum + (join.hasLeft ? 0 : join.units), 0);

export class ShopModel {
  nowMs = 0;
  users: ModelUser[];
  payments: ModelPayment[] = [];
  groups: ModelGroup[] = [];
  readonly minUnits: readonly number[];
  /** The most units of one person in one group, by product. */
  readonly limits: readonly number[];

  constructor(balancesKobo: readonly number[], minUnits: readonly number[], limits: readonly number[]) {
    this.users = balancesKobo.map((balanceKobo) => ({ balanceKobo, heldKobo: 0, cart: null }));
    this.minUnits = minUnits;
    this.limits = limits;
  }

  addToCart(userIndex: number, line: ModelLine): void {
    const user = this.user(userIndex);
    user.cart ??= { lines: [], isBought: false };
    const known = user.cart.lines.find((one) => isSame(one, line));
    if (known) known.quantity += line.quantity;
    else user.cart.lines.push({ ...line });
  }

  /** The wallet's part of the cart's total, in whole naira. `walletShare` is a percentage. */
  walletPart(userIndex: number, walletShare: number): number {
    return Math.floor((totalOf(this.user(userIndex).cart) * walletShare) / 10_000) * 100;
  }

  /**
   * Begins an attempt. Null, with nothing changed: there is no cart, it holds more than one person may have, or the
   * wallet is too small.
   */
  begin(userIndex: number, walletShare: number): ModelPayment | null {
    const user = this.user(userIndex);
    if (!user.cart) return null;
    const isOver = user.cart.lines.some((line) =>
      this.isOverLimit(userIndex, line, this.joinable(line.product)),
    );
    if (isOver) return null;
    const totalKobo = totalOf(user.cart);
    const walletKobo = this.walletPart(userIndex, walletShare);
    const live = this.payments.filter((payment) => payment.user === userIndex && payment.isLive);
    const heldAfter = user.heldKobo - live.reduce((sum, payment) => sum + payment.heldKobo, 0);
    if (user.balanceKobo - heldAfter < walletKobo) return null;
    for (const payment of live) this.endAttempt(payment);
    user.heldKobo += walletKobo;
    const payment: ModelPayment = {
      user: userIndex,
      cart: user.cart,
      lines: user.cart.lines.map((line) => ({
        ...line,
        quoted: line.isSolo ? null : this.joinable(line.product),
      })),
      walletKobo,
      cardKobo: totalKobo - walletKobo,
      isLive: true,
      heldKobo: walletKobo,
      outcome: null,
    };
    this.payments.push(payment);
    return payment;
  }

  endAttempt(payment: ModelPayment): void {
    if (!payment.isLive) return;
    payment.isLive = false;
    this.user(payment.user).heldKobo -= payment.heldKobo;
    payment.heldKobo = 0;
  }

  /** Settles a success of `amountKobo` at the provider. */
  pay(payment: ModelPayment, amountKobo: number): 'ordered' | 'wallet_credited' {
    const user = this.user(payment.user);
    if (payment.outcome) return this.credit(user, amountKobo);
    if (amountKobo < payment.cardKobo || payment.cart.isBought) return this.close(payment, user, amountKobo);
    for (const other of this.payments)
      if (other !== payment && other.cart === payment.cart) this.endAttempt(other);
    const isHeld = payment.heldKobo > 0;
    if (!isHeld && user.balanceKobo - user.heldKobo < payment.walletKobo) {
      return this.close(payment, user, amountKobo);
    }
    if (payment.lines.some((line) => this.isOverLimit(payment.user, line, this.joinTarget(line))))
      return this.close(payment, user, amountKobo);
    this.endAttempt(payment);
    user.balanceKobo -= payment.walletKobo;
    this.credit(user, amountKobo - payment.cardKobo);
    payment.outcome = 'ordered';
    this.consumeCart(payment, user);
    for (const line of payment.lines) if (!line.isSolo) this.join(payment.user, line);
    return 'ordered';
  }

  leave(userIndex: number, group: ModelGroup): 'left' | 'already_left' | 'closed' | 'not_member' {
    const mine = group.joins.filter((join) => join.user === userIndex);
    if (mine.length === 0) return 'not_member';
    const staying = mine.filter((join) => !join.hasLeft);
    if (staying.length === 0) return 'already_left';
    if (group.status !== 'active' || group.deadlineMs <= this.nowMs) return 'closed';
    for (const join of staying) {
      join.hasLeft = true;
      this.user(userIndex).balanceKobo += join.paidKobo;
    }
    return 'left';
  }

  /** Takes less of the member's n-th line that still counts. False: the shop refuses, and nothing changed. */
  takeLess(userIndex: number, group: ModelGroup, place: number, kept: number): boolean {
    const join = group.joins.filter(({ user, hasLeft }) => user === userIndex && !hasLeft)[place];
    if (!join) return false;
    if (join.units === kept) return true;
    const isOpen = group.status === 'active' && group.deadlineMs > this.nowMs;
    if (!isOpen || kept < 1 || kept > join.units) return false;
    const naira = Math.floor(((join.paidKobo / 100) * (join.units - kept)) / join.units);
    if (naira === 0) return false;
    this.user(userIndex).balanceKobo += naira * 100;
    join.paidKobo -= naira * 100;
    join.units = kept;
    return true;
  }

  /** Runs all jobs that move groups once. */
  runJobs(): void {
    for (const group of this.groups) {
      const quotes = this.payments.filter(
        (payment) => payment.isLive && payment.lines.some((l) => l.quoted === group),
      );
      if (group.status === 'active' && group.deadlineMs <= this.nowMs) {
        group.isJoinable = false;
        const coming = quotes.flatMap((payment) => payment.lines).filter((line) => line.quoted === group);
        const couldFill =
          unitsOf(group) + coming.reduce((sum, line) => sum + line.quantity, 0) >= group.minUnits;
        if (!couldFill || group.deadlineMs + LATE_MS <= this.nowMs) this.refund(group);
      } else if (group.status === 'successful') {
        const isLate = this.nowMs - (group.succeededMs ?? 0) >= LATE_MS;
        if (quotes.length === 0 || isLate) group.status = 'secured';
      }
    }
  }

  private refund(group: ModelGroup): void {
    group.status = 'refunded';
    for (const join of group.joins) if (!join.hasLeft) this.user(join.user).balanceKobo += join.paidKobo;
  }

  private joinable(product: number): ModelGroup | null {
    const open = this.groups.find((group) => group.product === product && group.isJoinable);
    return open && open.deadlineMs > this.nowMs ? open : null;
  }

  private joinTarget({ quoted, product }: ModelPayment['lines'][number]): ModelGroup | null {
    const isQuotedOpen = quoted && (quoted.status === 'active' || quoted.status === 'successful');
    return isQuotedOpen ? quoted : this.joinable(product);
  }

  private isOverLimit(user: number, line: ModelLine, group: ModelGroup | null): boolean {
    const own = (group?.joins ?? []).filter((join) => join.user === user && !join.hasLeft);
    const units = own.reduce((sum, join) => sum + join.units, line.quantity);
    return !line.isSolo && units > (this.limits[line.product] ?? Number.POSITIVE_INFINITY);
  }

  private join(user: number, line: ModelPayment['lines'][number]): void {
    let group = this.joinTarget(line);
    if (!group) {
      for (const old of this.groups) if (old.product === line.product) old.isJoinable = false;
      group = {
        product: line.product,
        minUnits: this.minUnits[line.product] ?? 1,
        deadlineMs: this.nowMs + WINDOW_MS,
        status: 'active',
        isJoinable: true,
        succeededMs: null,
        joins: [],
      };
      this.groups.push(group);
    }
    group.joins.push({ user, units: line.quantity, paidKobo: priceOf(line), hasLeft: false });
    if (unitsOf(group) < group.minUnits) return;
    group.status = 'successful';
    group.succeededMs ??= this.nowMs;
    group.isJoinable = false;
  }

  private consumeCart(payment: ModelPayment, user: ModelUser): void {
    payment.cart.isBought = true;
    const left = payment.cart.lines
      .map((line) => ({
        ...line,
        quantity: line.quantity - (payment.lines.find((paid) => isSame(paid, line))?.quantity ?? 0),
      }))
      .filter((line) => line.quantity > 0);
    user.cart = left.length > 0 ? { lines: left, isBought: false } : null;
  }

  private close(payment: ModelPayment, user: ModelUser, amountKobo: number): 'wallet_credited' {
    this.endAttempt(payment);
    payment.outcome = 'wallet_credited';
    return this.credit(user, amountKobo);
  }

  /** Credits the wallet, rounded up to a whole naira. */
  private credit(user: ModelUser, amountKobo: number): 'wallet_credited' {
    user.balanceKobo += Math.ceil(amountKobo / 100) * 100;
    return 'wallet_credited';
  }

  private user(index: number): ModelUser {
    const user = this.users[index];
    if (!user) throw new Error(`no shopper ${index} in the model`);
    return user;
  }
}

function totalOf(cart: ModelCart | null): number {
  return (cart?.lines ?? []).reduce((sum, line) => sum + priceOf(line), 0);
}

function priceOf(line: ModelLine): number {
  return line.quantity * (line.isSolo ? SOLO_PRICE_KOBO : GROUP_PRICE_KOBO);
}

function isSame(one: ModelLine, other: ModelLine): boolean {
  return one.product === other.product && one.isSolo === other.isSolo;
}
