import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** IP networks for the names that `TRUST_PROXY` accepts, such as `loopback`. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Creates the function that finds a WebSocket client's IP address, the last forwarded one that is no trusted proxy.
 * Fastify does the same for requests.
 */
export function createClientIpAddressReader(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  const trusted = new BlockList();
  for (const network of trustedProxies.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    if (isIPv6(address)) trusted.addSubnet(address, Number(bits ?? 128), 'ipv6');
    else trusted.addSubnet(address, Number(bits ?? 32), 'ipv4');
  }
  const isTrusted = (hop: string): boolean => {
    const bare = hop.replace(/^::ffff:(?=[\d.]+$)/i, '');
    return isIP(bare) !== 0 && trusted.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  };
  return ({ socket, headers }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean);
    const hops = [socket.remoteAddress ?? '', ...forwarded.reverse()];
    return hops.find((hop) => !isTrusted(hop)) ?? hops.at(-1) ?? '';
  };
}
