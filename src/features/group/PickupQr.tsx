import { pickupQrText } from '#contract/rules/pickup-qr.ts';
import { QrCode } from '../../ui/QrCode.tsx';

/** Shows the pickup code as a QR code. It is generated on the phone, so it works offline. */
export function PickupQr({ trackingNumber, code }: { trackingNumber: string; code: string }) {
  return (
    <QrCode
      text={pickupQrText({ trackingNumber, code })}
      label={`QR code for the pickup of ${trackingNumber}`}
    />
  );
}
