/** Builds a link that opens WhatsApp with the message ready to send. @param phone `+234…` */
export function buildWhatsappLink(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(message)}`;
}
