import { formatNaira, formatSignedNaira } from '#contract/rules/money/money.ts';
import type { WalletTransaction } from '#contract/schemas/wallet.ts';
import { CopyableId } from '../../ui/control/CopyableId.tsx';
import { IconDisc } from '../../ui/icon/IconDisc.tsx';
import { EmptyState } from '../../ui/message/EmptyState.tsx';
import styles from './WalletTransactionList.module.css';
import { formatTransactionTime, getTransactionTitle, listWalletTransactionFields } from './wallet-figures.ts';

export function WalletTransactionList({ transactions }: { transactions: readonly WalletTransaction[] }) {
  return (
    <section className="card" aria-labelledby="transaction-history">
      <h2 id="transaction-history" className={styles.heading}>
        Transaction History
      </h2>
      {transactions.length === 0 ? (
        <EmptyState title="No transactions yet">
          Your transaction history will appear here once you start using your wallet
        </EmptyState>
      ) : (
        <ul>
          {transactions.map((transaction) => (
            <TransactionCard key={transaction.id} transaction={transaction} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TransactionCard({ transaction }: { transaction: WalletTransaction }) {
  const { type, amount, reason, description, createdAt } = transaction;
  const isCredit = type === 'credit';
  const sum = Math.abs(amount);
  const details = listWalletTransactionFields(transaction);
  return (
    <li className={styles.transaction} data-type={type}>
      <IconDisc icon={isCredit ? 'download' : 'share'} tone={isCredit ? 'success' : 'danger'} />
      <div className={styles.fact}>
        <div>
          <h3>{getTransactionTitle(reason)}</h3>
          <p className="small muted">{description}</p>
          <time className="tiny muted" dateTime={createdAt}>
            {formatTransactionTime(createdAt)}
          </time>
        </div>
        <span className={styles.amount}>{isCredit ? formatSignedNaira(sum) : formatNaira(-sum)}</span>
      </div>
      {details.length > 0 && (
        <div className={styles.details}>
          <strong>Transaction Details</strong>
          <dl>
            {details.map(({ name, value, isGood }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd data-good={isGood || undefined}>
                  {name === 'Status' ? value : <CopyableId name={name} id={value} />}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </li>
  );
}
