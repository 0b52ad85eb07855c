import { useState } from 'react';
import { formatNaira } from '#contract/money.ts';
import { choosePaymentMethod } from '#contract/rules/payment-mode.ts';
import { calculateSplitWalletAmount, calculateUsableWalletAmount } from '#contract/rules/wallet-use.ts';
import type { PaymentMethod } from '#contract/schemas/payment.ts';
import { paymentTexts } from '#contract/texts.ts';
import { AnnouncedText } from '../../ui/Announcer.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './PaymentChoice.module.css';
import { limitWalletAmount } from './wallet-amount.ts';

const WALLET_STEP_NAIRA = 100;
const BOTH_WORDS = 'Use part of your wallet, pay the rest by card';

interface Props {
  /** Whole naira, above 0. */
  totalNaira: number;
  /** Whole naira; null until fetched by this page. */
  balanceNaira: number | null;
  /** Whole naira from the wallet, as displayed. */
  walletUse: number;
  onWalletUse: (amountNaira: number) => void;
  disabled?: boolean;
}

/** Chooses card, wallet or both; the amount decides the mode. @source spec sections 4 and 5 (Payment, Wallet use) */
export function PaymentMethodFields({ totalNaira, balanceNaira, walletUse, onWalletUse, disabled }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isShrunk, setShrunk] = useState(false);
  const balance = balanceNaira ?? 0;
  const isKnown = balanceNaira !== null;
  const mode = choosePaymentMethod(walletUse, totalNaira);
  const usable = calculateUsableWalletAmount(balance, totalNaira);
  const split = limitWalletAmount(calculateSplitWalletAmount(balance, totalNaira), balance, totalNaira);
  const walletWords = walletOnlyWords(balanceNaira, totalNaira);

  const use = (amountNaira: number) => {
    const fitted = limitWalletAmount(amountNaira, balance, totalNaira);
    setShrunk(fitted.isShrunk);
    onWalletUse(fitted.walletNaira);
    return fitted.walletNaira;
  };
  const choose = (amountNaira: number) => {
    setTyped(null);
    use(amountNaira);
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

  const option = (method: PaymentMethod, icon: IconName, label: string, words: string, isOpen: boolean) => (
    <label className={styles.option} data-chosen={mode === method} data-closed={disabled || !isOpen}>
      <input
        type="radio"
        name="payment-method"
        checked={mode === method}
        disabled={disabled || !isOpen}
        onChange={() => choose(amountFor(method, balance, totalNaira))}
      />
      <span className="grow">
        <strong>{label}</strong>
        <span className={styles.words}>{words}</span>
      </span>
      <Icon name={icon} />
    </label>
  );

  return (
    <fieldset className={styles.choice}>
      <legend>How do you want to pay?</legend>
      {option('flutterwave_only', 'card', 'Card only', `Pay ${formatNaira(totalNaira)} by card`, true)}
      {option(
        'wallet_and_flutterwave',
        'swap',
        'Wallet + card',
        BOTH_WORDS,
        isKnown && split.walletNaira > 0,
      )}
      {option('wallet_only', 'wallet', 'Wallet only', walletWords, isKnown && balance >= totalNaira)}
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
    </fieldset>
  );
}

/** `Number` would read `45.000` as 45. */
function wholeNaira(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : 0;
}

function walletOnlyWords(balanceNaira: number | null, totalNaira: number): string {
  if (balanceNaira === null) return 'Checking your balance...';
  return balanceNaira >= totalNaira
    ? `Pay ${formatNaira(totalNaira)} from your wallet`
    : `Balance ${formatNaira(balanceNaira)} is less than the total`;
}

function amountFor(method: PaymentMethod, balanceNaira: number, totalNaira: number): number {
  if (method === 'flutterwave_only') return 0;
  return method === 'wallet_only' ? totalNaira : calculateSplitWalletAmount(balanceNaira, totalNaira);
}
