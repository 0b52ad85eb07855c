import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { opsAddPicture } from '#contract/ops-products-endpoints.ts';
import { plainPictureName } from '#contract/rules/picture-name.ts';
import type { OpsPictureReply } from '#contract/schemas/ops-products.ts';
import { ApiError, NetworkError, TimeoutError } from '../../lib/api-errors.ts';

/** Its widths are made before the answer comes, and the line may be slow. */
const TIMEOUT_MS = 5 * 60_000;
const MB = 1_000_000;

/** What is asked of the phone or the desk: an iPhone makes a JPEG of its own kind for this list. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif';

export type KeptPicture = OpsPictureReply['data'];

/**
 * Sends one picture, for products to name.
 *
 * Not by `fetch`: it does not tell how much has left.
 *
 * @param onProgress percent of its bytes that have left.
 * @throws {ApiError} {NetworkError} {TimeoutError}
 */
export function sendPicture(file: File, onProgress: (percent: number) => void): Promise<KeptPicture> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const query = new URLSearchParams({ name: plainPictureName(file.name) });
    request.open(opsAddPicture.method, `${opsAddPicture.path}?${query}`);
    request.responseType = 'json';
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / (total || 1)));
    request.onload = () => {
      const { status, response } = request;
      if (status === 200 && response?.success) resolve((response as OpsPictureReply).data);
      else reject(new ApiError(status, response, null));
    };
    request.onerror = () => reject(new NetworkError('no answer'));
    request.ontimeout = () => reject(new TimeoutError('no answer in time'));
    request.send(file);
  });
}

/** Why it need not be sent at all; null: send it. */
export function pictureFault({ size }: File): string | null {
  return size > PICTURE_MAX_BYTES ? `It is larger than ${PICTURE_MAX_BYTES / MB} MB.` : null;
}
