/** Formats where a pickup centre is. Many an address ends with its city already, which is then not said twice. */
export function formatCentrePlace({ address, city }: { address: string; city: string }): string {
  return address.toLowerCase().includes(city.toLowerCase()) ? address : `${address}, ${city}`;
}
