import { findFreePort } from '../support/free-port.ts';
import { type Deployment, deploy } from './deployment.ts';
import { startNginx } from './nginx.ts';

/**
 * Starts two instances behind the shipped deploy/nginx.conf with TLS. The certificate is the test's own, so until
 * `close` this process accepts any certificate.
 *
 * @param env of each instance; a function is called with 0 and 1.
 */
export async function deployBehindNginx(
  env: Record<string, string> | ((place: number) => Record<string, string>) = {},
): Promise<Deployment> {
  const trusted = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const port = await findFreePort();
  const ports = [await findFreePort(), await findFreePort()] as const;
  const nginx = await startNginx(ports, port);
  const deployed = await deploy(2, { url: `https://127.0.0.1:${port}`, ports, close: nginx.close }, env);
  return {
    ...deployed,
    async close() {
      await deployed.close();
      if (trusted === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = trusted;
    },
  };
}
