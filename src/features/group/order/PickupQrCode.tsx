import { formatPickupQrText } from '#contract/rules/pickup/pickup-qr.ts';
import { QrCode } from '../../../ui/image/QrCode.tsx';

/** Shows the pickup code as a QR code. The phone draws it, so it works offline. */
export function PickupQrCode({ trackingNumber, code }: { trackingNumber: string; code: string }) {
  return (
    <QrCode
      text={formatPickupQrText({ trackingNumber, code })}
      label={`QR code for the pickup of ${trackingNumber}`}
    />
  );
}
