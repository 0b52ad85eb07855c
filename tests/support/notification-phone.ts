import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient } from '@tanstack/react-query';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { startReceivingNotifications } from '../../src/features/notifications/data/notifications-realtime.ts';
import { connectLiveSocket } from '../../src/lib/api/live-socket.ts';
import { dismissToasts, type ToastRequest } from '../../src/ui/message/toast.ts';
import { storage, testAppServices } from './own-app.tsx';
import { recordToastRequests } from './screen-alone.tsx';

/** The app of the signed-in shopper `ada` has an open socket and is new for each test. */
export interface NotificationTestApp {
  /** Server side of the socket. */
  line: Socket;
  queryClient: QueryClient;
  toasts: ToastRequest[];
  /** Texts of the toasts, in order. */
  messages(): string[];
}

export function createNotificationTestApp(): NotificationTestApp {
  let io: Server;
  let stops: (() => void)[];
  const phone = { messages: () => phone.toasts.map(({ message }) => message) } as NotificationTestApp;

  beforeEach(async () => {
    const http = createServer();
    io = new Server(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    vi.stubGlobal('location', new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`));
    const connected = new Promise<Socket>((resolve) => io.on('connection', resolve));
    for (const prefix of ['meta|', 'ln|']) await storage.removeAll(prefix);
    dismissToasts();
    phone.queryClient = new QueryClient();
    phone.toasts = recordToastRequests();
    stops = [
      startReceivingNotifications(testAppServices, phone.queryClient, 'ada'),
      await connectLiveSocket({
        credentials: () => ({ token: 't', userId: 'ada' }),
        refreshToken: async () => false,
        onConnect: () => undefined,
      }),
    ];
    phone.line = await connected;
  });
  afterEach(async () => {
    for (const stop of stops) stop();
    await io.close();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  return phone;
}

export function createSampleNotification(
  id: string,
  createdAt = '2026-01-01T10:00:00.000Z',
): ShopperNotification {
  return {
    _id: id,
    factKey: `fact ${id}`,
    type: 'success',
    category: 'payment',
    title: 'Payment Successful',
    message: `Payment ${id}`,
    data: {},
    read: false,
    readAt: null,
    createdAt,
    timeAgo: 'Just now',
  };
}

/** Sends socket events and then one more to wait for, because events keep their order. */
export async function deliverSocketNotification(
  { line, messages }: NotificationTestApp,
  ...notifications: ShopperNotification[]
): Promise<void> {
  for (const one of notifications) line.emit('notification:new', one);
  line.emit('notification:new', { ...createSampleNotification('last'), category: 'system' });
  await vi.waitFor(() => expect(messages()).toContain('Payment last'));
}
