/** Hashes the owner's id for payment attempts that stay after sign-out, so that only the owner finds them again. */
export async function hashOwnerId(userId: string): Promise<string> {
  const text = `attempt of ${userId}`;
  // Without a secure context the browser has no SHA-256. Any hash that spreads evenly is enough, because user ids are
  // random.
  if (!crypto.subtle) return `#${spread(text, 0x811c9dc5)}${spread(text, 0x9dc5811c)}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

/** Calculates the FNV-1a hash. @returns 8 hex digits. */
function spread(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
