/** Formats where a pickup centre is. Many an address ends with its city already, which is then not said twice. */
export function formatCentrePlace({ address, city }: { address: string; city: string }): string {
  return address.toLowerCase().includes(city.toLowerCase()) ? address : `${address}, ${city}`;
}

/** Builds the address of a map that finds a pickup centre by its name and place; on a phone the map app opens it. */
export function buildCentreMapUrl(centre: { name: string; address: string; city: string }): string {
  const query = encodeURIComponent(`${centre.name}, ${formatCentrePlace(centre)}`);
  return `https://www.google.com/maps/search/?api=1&query=${query}`;
}
