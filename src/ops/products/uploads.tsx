import { useRef, useState } from 'react';
import { IMAGE_FILE_BYTES_MAX } from '#contract/limits.ts';
import { opsAddProductImage } from '#contract/ops/products-endpoints.ts';
import { normalizeImageFileName } from '#contract/rules/product/image-file-name.ts';
import type { OpsAddProductImageReply } from '#contract/schemas/ops/products.ts';
import { ApiError, NetworkError, TimeoutError } from '../../lib/api/api-errors.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import { ProgressMeter } from '../../ui/display/ProgressMeter.tsx';
import styles from './Products.module.css';

interface Upload {
  id: string;
  name: string;
  /** Percentage of the image's bytes that were sent. */
  percent: number;
  /** Name by which product tables refer to the image; null: not uploaded yet. */
  storedName: string | null;
  error: string | null;
}

/**
 * Uploads images one after another, so that they do not share a slow connection.
 * @param onUploaded is called for each uploaded image.
 */
export function useImageUploads(onUploaded?: (image: UploadedImage) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef(Promise.resolve());
  const latestOnUploaded = useRef(onUploaded);
  latestOnUploaded.current = onUploaded;
  const patch = (id: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const sendOne = async (id: string, file: File) => {
    try {
      const uploaded = await sendPicture(file, (percent) => patch(id, { percent }));
      patch(id, { percent: 100, storedName: uploaded.name });
      latestOnUploaded.current?.(uploaded);
    } catch (error) {
      patch(id, { error: getErrorMessage(error, 'It could not be sent.') });
    }
  };
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const [id, error] = [createRandomUuid(), findImageUploadError(file)];
      setUploads((all) => [...all, { id, name: file.name, percent: 0, storedName: null, error }]);
      if (!error) last.current = last.current.then(() => sendOne(id, file));
    }
  };
  const underWay = uploads.filter(({ storedName, error }) => storedName === null && !error).length;
  return { uploads, underWay, add, clear: () => setUploads([]) };
}

/** Shows the progress and the result of each upload. */
export function ImageUploadList({ uploads }: { uploads: readonly Upload[] }) {
  if (uploads.length === 0) return null;
  const uploadedCount = uploads.filter(({ storedName }) => storedName !== null).length;
  return (
    <div className="stack" data-gap="2">
      <p className="small muted" role="status">
        {`${uploadedCount} of ${uploads.length} images uploaded.`}
      </p>
      <ul className={`stack small ${styles.uploads}`} data-gap="2">
        {uploads.map(({ id, name, percent, storedName, error }) => (
          <li key={id} data-failed={error ? true : undefined}>
            <span className={styles.longName}>{name}</span>
            {error ? (
              <span role="alert">{error}</span>
            ) : storedName !== null ? (
              <span>{storedName === name.normalize() ? 'Uploaded' : `Uploaded as ${storedName}`}</span>
            ) : (
              <span className="muted">{percent < 100 ? `${percent}%` : 'Processing...'}</span>
            )}
            {storedName === null && !error && (
              <ProgressMeter size="thin" percent={percent} label={`${name} sent`} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The time limit is long, because the server resizes the image before it responds and the connection may be slow. */
const TIMEOUT_MS = 5 * 60_000;
const MB = 1_000_000;

/** The file dialog offers these types. An iPhone converts its own image format to JPEG when this list lacks it. */
export const UPLOAD_IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif';

type UploadedImage = OpsAddProductImageReply['data'];

/**
 * Uploads one image by XMLHttpRequest, because `fetch` reports no upload progress.
 * @param onProgress receives the sent percentage.
 * @throws {ApiError} {NetworkError} {TimeoutError}
 */
function sendPicture(file: File, onProgress: (percent: number) => void): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ name: normalizeImageFileName(file.name) });
    request.open(opsAddProductImage.method, `${opsAddProductImage.path}?${query}`);
    request.responseType = 'json';
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / (total || 1)));
    request.onload = () => {
      const { status, response } = request;
      if (status === 200 && response?.success) resolve((response as OpsAddProductImageReply).data);
      else reject(new ApiError(status, response, null));
    };
    request.onerror = () => reject(new NetworkError('no answer'));
    request.ontimeout = () => reject(new TimeoutError('no answer in time'));
    request.send(file);
  });
}

/** @returns why the server would refuse the file, so that it is not sent; null: the file may be sent. */
function findImageUploadError({ size }: File): string | null {
  return size > IMAGE_FILE_BYTES_MAX ? `It is larger than ${IMAGE_FILE_BYTES_MAX / MB} MB.` : null;
}
