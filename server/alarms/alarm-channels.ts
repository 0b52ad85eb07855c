import { createTransport } from 'nodemailer';
import { ALARM_KINDS } from './alarm-kinds.ts';
import type { AlarmDueForReport } from './alarms-repository.ts';

export interface AlarmChannel {
  name: 'webhook' | 'mail' | 'push';
  /** Delivers a message. @throws when that failed; the error's message contains no secret. */
  send(message: AlarmMessage): Promise<void>;
}

export interface AlarmMessage {
  shop: string;
  /** The alarm's state. `still`: it was reported before and has not ended. */
  state: 'raised' | 'still' | 'over' | 'event';
  kind: string;
  subject: string;
  /** ISO 8601, UTC. */
  since: string;
  /** The message in one line, for chat programs. */
  text: string;
}

export interface AlarmChannelSettings {
  webhookUrl: string | undefined;
  mail: AlarmMailSettings | undefined;
}

export interface AlarmMailSettings {
  /** URL of the mail server, `smtp:` or `smtps:`, with user and password if it needs them. */
  server: URL;
  from: string;
  /** Receivers' e-mail addresses, separated by commas. */
  to: string;
}

const SEND_WITHIN_MS = 10_000;

export function createAlarmChannels({ webhookUrl, mail }: AlarmChannelSettings): AlarmChannel[] {
  return [...(webhookUrl ? [webhookChannel(webhookUrl)] : []), ...(mail ? [mailChannel(mail)] : [])];
}

/** Builds the message that reports an alarm. */
export function buildAlarmMessage(shop: string, alarm: AlarmDueForReport): AlarmMessage {
  const { kind, subject, detail } = alarm;
  const state = stateOf(alarm);
  const since = alarm.raisedAt.toISOString();
  const label = { raised: 'ALARM', still: 'STILL', over: 'OVER', event: 'LOOK' }[state];
  const about = [subject, detail].filter((part) => part !== '').join(', ');
  const text = `${shop} ${label} ${kind}${about ? ` (${about})` : ''}: ${ALARM_KINDS[kind].says}. Since ${since}. What to do: docs/operations.md`;
  return { shop, state, kind, subject, since, text };
}

function stateOf({ isEvent, overAt, toldAt }: AlarmDueForReport): AlarmMessage['state'] {
  if (isEvent) return 'event';
  if (overAt !== null) return 'over';
  return toldAt === null ? 'raised' : 'still';
}

function webhookChannel(url: string): AlarmChannel {
  return {
    name: 'webhook',
    async send(message) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_WITHIN_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
    },
  };
}

function mailChannel({ server, from, to }: AlarmMailSettings): AlarmChannel {
  const isSecure = server.protocol === 'smtps:';
  const hasName = server.username !== '';
  const transport = createTransport({
    host: server.hostname,
    port: Number(server.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // Without encryption the mail server would get the password in clear text, so such a connection is refused.
    requireTLS: hasName && !isSecure,
    connectionTimeout: SEND_WITHIN_MS,
    greetingTimeout: SEND_WITHIN_MS,
    socketTimeout: SEND_WITHIN_MS,
    ...(hasName
      ? { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }
      : {}),
  });
  return {
    name: 'mail',
    async send({ shop, state, kind, text }) {
      await transport.sendMail({ from, to, subject: `${shop}: ${kind} (${state})`, text: `${text}\n` });
    },
  };
}
