import { useState } from 'react';
import { formatNaira } from '#contract/rules/money/money.ts';
import { choosePaymentMethod } from '#contract/rules/money/payment-method.ts';
import {
  calculateUsableWalletAmount,
  calculateWalletAmountForEvenSplit,
} from '#contract/rules/money/wallet-use.ts';
import type { PaymentMethod } from '#contract/schemas/payment.ts';
import { paymentTexts } from '#contract/texts.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import type { IconName } from '../../../ui/icon/icon-paths.ts';
import { AnnouncedText } from '../../../ui/message/Announcer.tsx';
import { showToast } from '../../../ui/message/toast.ts';
import styles from './PaymentMethodFields.module.css';
import { clampWalletPaymentAmount } from './wallet-amount.ts';

const WALLET_STEP_NAIRA = 100;
const BOTH_WORDS = 'Use part of your wallet, pay the rest by card';

interface Props {
  /** Total of the cart in whole naira, above 0. */
  totalNaira: number;
  /** Wallet balance in whole naira; null until this page has fetched it. */
  balanceNaira: number | null;
  /** Amount that the wallet pays as the field shows it, whole naira. */
  walletUse: number;
  onWalletUse: (amountNaira: number) => void;
  disabled?: boolean;
}

/**
 * Shows the choice between card, wallet or both; with an empty wallet there is no choice.
 * @source spec sections 4 and 5 (Payment, Wallet use)
 */
export function PaymentMethodFields(props: Props) {
  const byCard = `Pay ${formatNaira(props.totalNaira)} by card`;
  return (
    <fieldset className={styles.choice}>
      <legend>How do you want to pay?</legend>
      {props.balanceNaira === 0 ? (
        <MethodOption
          icon="card"
          label="Card only"
          isOpen={!props.disabled}
          isChosen
          onChoose={() => undefined}
        >
          {`${byCard}. Your wallet is empty.`}
        </MethodOption>
      ) : (
        <WalletAndCardFields {...props} byCard={byCard} />
      )}
    </fieldset>
  );
}

/** Shows the field for the wallet's amount, which decides whether card, wallet or both pay. */
function WalletAndCardFields(props: Props & { byCard: string }) {
  const { totalNaira, balanceNaira, walletUse, onWalletUse, disabled = false, byCard } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [isShrunk, setShrunk] = useState(false);
  const balance = balanceNaira ?? 0;
  const isKnown = balanceNaira !== null;
  const usable = calculateUsableWalletAmount(balance, totalNaira);
  const split = clampWalletPaymentAmount(
    calculateWalletAmountForEvenSplit(balance, totalNaira),
    balance,
    totalNaira,
  );

  const use = (amountNaira: number) => {
    const fitted = clampWalletPaymentAmount(amountNaira, balance, totalNaira);
    setShrunk(fitted.isShrunk);
    onWalletUse(fitted.walletNaira);
    return fitted.walletNaira;
  };
  const handleType = (text: string) => {
    setTyped(text);
    const amount = wholeNaira(text);
    if (amount > usable) {
      showToast({ kind: 'warning', id: 'wallet-limit', message: paymentTexts.walletLimit(usable, balance) });
      setTyped(String(use(usable)));
      return;
    }
    use(amount);
  };
  const option = (method: PaymentMethod, isPossible: boolean) => ({
    isOpen: !disabled && isPossible,
    isChosen: choosePaymentMethod(walletUse, totalNaira) === method,
    onChoose: () => {
      setTyped(null);
      use(amountFor(method, balance, totalNaira));
    },
  });

  return (
    <>
      <MethodOption icon="card" label="Card only" {...option('flutterwave_only', true)}>
        {byCard}
      </MethodOption>
      <MethodOption
        icon="swap"
        label="Wallet + card"
        {...option('wallet_and_flutterwave', isKnown && split.walletNaira > 0)}
      >
        {BOTH_WORDS}
      </MethodOption>
      <MethodOption
        icon="wallet"
        label="Wallet only"
        {...option('wallet_only', isKnown && balance >= totalNaira)}
      >
        {formatWalletOnlyLabel(balanceNaira, totalNaira)}
      </MethodOption>
      <TextField
        label="Amount from wallet"
        name="walletUse"
        autoComplete="off"
        type="number"
        inputMode="numeric"
        min={0}
        max={usable}
        step={WALLET_STEP_NAIRA}
        disabled={disabled || !isKnown}
        value={typed ?? String(walletUse)}
        hint={
          isKnown ? `Balance: ${formatNaira(balance)}. Use multiples of ₦100.` : 'Checking your balance...'
        }
        onChange={(event) => handleType(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      {isShrunk && <AnnouncedText className="small">{paymentTexts.cardMinimum}</AnnouncedText>}
    </>
  );
}

interface OptionProps {
  icon: IconName;
  label: string;
  isOpen: boolean;
  isChosen: boolean;
  onChoose: () => void;
  children: string;
}

function MethodOption({ icon, label, isOpen, isChosen, onChoose, children }: OptionProps) {
  return (
    <label className={styles.option} data-chosen={isChosen} data-closed={!isOpen}>
      <input type="radio" name="payment-method" checked={isChosen} disabled={!isOpen} onChange={onChoose} />
      <span className="grow">
        <strong>{label}</strong>
        <span className={styles.words}>{children}</span>
      </span>
      <Icon name={icon} />
    </label>
  );
}

/** The amount is parsed by our own function, because JavaScript's `Number` would read `45.000` as 45. */
function wholeNaira(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : 0;
}

function formatWalletOnlyLabel(balanceNaira: number | null, totalNaira: number): string {
  if (balanceNaira === null) return 'Checking your balance...';
  return balanceNaira >= totalNaira
    ? `Pay ${formatNaira(totalNaira)} from your wallet`
    : `Balance ${formatNaira(balanceNaira)} is less than the total`;
}

function amountFor(method: PaymentMethod, balanceNaira: number, totalNaira: number): number {
  if (method === 'flutterwave_only') return 0;
  return method === 'wallet_only' ? totalNaira : calculateWalletAmountForEvenSplit(balanceNaira, totalNaira);
}
