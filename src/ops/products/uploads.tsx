import { useRef, useState } from 'react';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { Meter } from '../../ui/Meter.tsx';
import styles from './Products.module.css';
import { type KeptPicture, pictureFault, sendPicture } from './send-picture.ts';

/** A picture on its way. */
interface Upload {
  id: string;
  name: string;
  /** Of its bytes, how many have left. */
  percent: number;
  /** The name under which tables find it; null: it is not here yet. */
  keptAs: string | null;
  error: string | null;
}

/**
 * Sends pictures one after another: a slow line is not shared.
 *
 * @param onKept is called for each as it arrives.
 */
export function usePictureUploads(onKept?: (picture: KeptPicture) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef(Promise.resolve());
  const told = useRef(onKept);
  told.current = onKept;
  const patch = (id: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const sendOne = async (id: string, file: File) => {
    try {
      const kept = await sendPicture(file, (percent) => patch(id, { percent }));
      patch(id, { percent: 100, keptAs: kept.name });
      told.current?.(kept);
    } catch (error) {
      patch(id, { error: errorMessage(error, 'It could not be sent.') });
    }
  };
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const [id, error] = [newKey(), pictureFault(file)];
      setUploads((all) => [...all, { id, name: file.name, percent: 0, keptAs: null, error }]);
      if (!error) last.current = last.current.then(() => sendOne(id, file));
    }
  };
  const underWay = uploads.filter(({ keptAs, error }) => keptAs === null && !error).length;
  return { uploads, underWay, add, clear: () => setUploads([]) };
}

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
