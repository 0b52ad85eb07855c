import { Meter } from '../../ui/Meter.tsx';
import styles from './Products.module.css';
import type { Upload } from './use-picture-uploads.ts';

/** Pictures on their way: how much of each has left, and what became of it. */
export function UploadList({ uploads }: { uploads: readonly Upload[] }) {
  if (uploads.length === 0) return null;
  const kept = uploads.filter(({ keptAs }) => keptAs !== null).length;
  return (
    <div className="stack" data-gap="2">
      <p className="small muted" role="status">
        {`${kept} of ${uploads.length} pictures are here.`}
      </p>
      <ul className={styles.uploads}>
        {uploads.map(({ id, name, percent, keptAs, error }) => (
          <li key={id} data-failed={error ? true : undefined}>
            <span className={styles.longName}>{name}</span>
            {error ? (
              <span role="alert">{error}</span>
            ) : keptAs !== null ? (
              <span>{keptAs === name.normalize() ? 'Here' : `Here, as ${keptAs}`}</span>
            ) : (
              <span className="muted">{percent < 100 ? `${percent}%` : 'Made ready...'}</span>
            )}
            {keptAs === null && !error && <Meter size="thin" percent={percent} label={`${name} sent`} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
