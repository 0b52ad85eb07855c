import { pickupQrText } from '#contract/rules/pickup-qr.ts';
import { QrCode } from '../../ui/QrCode.tsx';

/** The pickup code as the counter's camera reads it. Made here, so that it is there without a line. */
export function PickupQr({ trackingNumber, code }: { trackingNumber: string; code: string }) {
  return (
    <QrCode
      text={pickupQrText({ trackingNumber, code })}
      label={`QR code for the pickup of ${trackingNumber}`}
    />
  );
}
