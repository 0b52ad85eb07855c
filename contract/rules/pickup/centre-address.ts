/** Formats a pickup centre's address with its city, unless the address already ends with the city. */
export function formatCentreAddress({ address, city }: { address: string; city: string }): string {
  return address.toLowerCase().includes(city.toLowerCase()) ? address : `${address}, ${city}`;
}

/** Builds a map link that searches for the pickup centre; on a phone it opens the map app. */
export function buildCentreMapUrl(centre: { name: string; address: string; city: string }): string {
  const query = encodeURIComponent(`${centre.name}, ${formatCentreAddress(centre)}`);
  return `https://www.google.com/maps/search/?api=1&query=${query}`;
}
