/**
 * Seeded faults that break a promise to the shopper, and the test cases that must fail. `from` occurs exactly once in
 * its file, so a moved line is an error and not a pass.
 */
export const SABOTAGES = [
  {
    name: 'a change of the cart has no idempotency key',
    edits: [
      {
        file: 'src/features/cart/cart-commands.ts',
        from: 'const key = { idempotencyKey: command.id };',
        to: 'const key = {};',
      },
    ],
    cell: { file: 'matrix', name: "'Answer lost after commit' 'Cart'" },
  },
  {
    name: 'no lock around the outbox',
    edits: [
      {
        file: 'src/offline/outbox/drain.ts',
        from: "await holdLock('outbox', (signal) => this.#drainScopes(signal))",
        to: 'await this.#drainScopes(new AbortController().signal)',
      },
    ],
    cell: { file: 'matrix', name: "'Two tabs at once' 'Cart'" },
  },
  {
    name: 'the row is written after the send',
    edits: [
      {
        file: 'src/offline/outbox/outbox.ts',
        from: 'const command = await this.#rows.add(draft, isOnline);',
        to: 'await this.senderOf(draft.scope).send(draft);\n    const command = await this.#rows.add(draft, isOnline);',
      },
    ],
    cell: { file: 'matrix', name: "'Offline before action' 'Cart'" },
  },
  {
    name: 'the purge leaves the disk alone',
    edits: [
      { file: 'src/app/purge.ts', from: '    const steps = [', to: '    return;\n    const steps = [' },
      // The next start also deletes what a sign-out left behind, so both places are disabled.
      { file: 'src/app/purge.ts', from: '    const families = [', to: '    return;\n    const families = [' },
    ],
    cell: { file: 'matrix', name: "'Logout / user B signs in' 'Reads'" },
  },
  {
    name: 'no check of the stored pair',
    edits: [
      {
        file: 'src/lib/session.ts',
        from: "if (session.status !== 'member') return true;\n  const stored",
        to: 'if (session) return true;\n  const stored',
      },
    ],
    cell: { file: 'special', name: 'tab frozen across a user switch' },
  },
  {
    name: 'a refresh token is taken once only',
    edits: [
      {
        file: 'server/features/auth/sessions/refresh-token.ts',
        from: "if (generation === newestPresented) return 'repeat';",
        to: "if (generation === newestPresented) return 'reused';",
      },
    ],
    cell: { file: 'special', name: 'refresh answer lost' },
  },
  {
    name: 'a payment is sent again under a new key',
    edits: [
      { file: 'src/features/checkout/checkout-requests.ts', from: '        idempotencyKey: key,\n', to: '' },
    ],
    cell: { file: 'matrix', name: "'Answer lost after commit' 'Pay-init'" },
  },
  {
    name: 'the attempt is not stored',
    edits: [
      {
        file: 'src/features/checkout/attempts/payment-attempts.ts',
        from: 'put: [attempt, ...left]',
        to: 'put: left',
      },
    ],
    cell: { file: 'matrix', name: "'Tab killed' 'Pay-init'" },
  },
  {
    name: 'the stored cart outlives its payment',
    edits: [
      { file: 'src/features/checkout/payment-data.ts', from: '  clearPurchaseStorage();\n', to: '' },
      {
        file: 'src/features/cart/stored-cart.ts',
        from: 'if (cart.items.length === 0) removeStoredCart();',
        to: 'if (cart.items.length === 0) return;',
      },
    ],
    cell: { file: 'matrix', name: "'Answer lost after commit' 'Pay-return'" },
  },
  {
    name: 'an answer counts also after its session',
    edits: [
      {
        file: 'src/lib/token-refresh.ts',
        from: '    if (sessionEpoch() !== epoch) ending.abort();\n',
        to: '',
      },
      {
        file: 'src/lib/token-refresh.ts',
        from: '    if (sessionEpoch() !== epoch) throw new SessionChangedError();\n    replaceToken',
        to: '    replaceToken',
      },
    ],
    cell: { file: 'special', name: 'refresh answer that outlives its session' },
  },
  {
    name: 'a tap shows before its row is written',
    edits: [
      {
        file: 'src/offline/outbox/queue.ts',
        from: '    this.#change({ unwritten: [...this.unwritten(), command] });\n',
        to: '    this.#change({ stored: [...this.#shown.get().stored, command] });\n',
      },
    ],
    cell: { file: 'special', name: 'killed as soon as a tap shows' },
  },
  {
    name: 'a tab forgets what another one sent',
    edits: [
      {
        file: 'src/features/notifications/notification-commands.ts',
        from: '      if (isDone) count(command);\n      else refetch(command.userId);\n',
        to: '      refetch(command.userId);\n',
      },
    ],
    cell: { file: 'special', name: 'a notification that another tab sent as read' },
  },
  {
    name: "another's 403 counts as the shop's word",
    edits: [
      {
        file: 'src/lib/api-errors.ts',
        from: 'return isApiError(error) && error.code === null;',
        to: 'return isApiError(error) && error.code === null && error.status > 403;',
      },
    ],
    cell: { file: 'matrix', name: "'Proxy answers a page-403' 'Cart'" },
  },
  {
    name: "another's 404 counts as the shop's word",
    edits: [
      {
        file: 'src/lib/api-errors.ts',
        from: 'return isApiError(error) && error.code === null;',
        to: 'return isApiError(error) && error.code === null && error.status !== 404;',
      },
    ],
    cell: { file: 'matrix', name: "'Proxy answers a page-404' 'Cart'" },
  },
  {
    name: "a gateway's 502 is told as a failed payment",
    edits: [
      {
        file: 'src/features/checkout/payment-errors.ts',
        from: '    if (isProxyFault(error)) return NETWORK_FAILED;\n',
        to: '',
      },
    ],
    cell: { file: 'matrix', name: "'Proxy answers a page-502' 'Pay-init'" },
  },
  {
    name: 'what a slow disk does not take is kept nowhere',
    edits: [
      {
        file: 'src/offline/storage/database.ts',
        from: 'const CALL_TIMEOUT_MS = 3_000;',
        to: 'const CALL_TIMEOUT_MS = 1_500;',
      },
      {
        file: 'src/offline/storage/storage.ts',
        from: '    this.#memory.set(key, value);\n    const',
        to: '    const',
      },
    ],
    cell: { file: 'matrix', name: "'Disk slow 2.7 s' 'Cart'" },
  },
  {
    name: 'a tap of tomorrow is too old',
    edits: [
      {
        file: 'src/offline/outbox/command.ts',
        from: 'return Math.abs(nowMs - (isDated',
        to: 'return ageMs < 0 || Math.abs(nowMs - (isDated',
      },
    ],
    cell: { file: 'matrix', name: "'Clock set back a day' 'Cart'" },
  },
  {
    name: 'the app that was cut is not fetched again',
    edits: [
      {
        file: 'src/head-script.js',
        from: "if (target.closest('#still-loading button')) tryAgain(true);",
        to: "if (target.closest('#still-loading button')) release();",
      },
      {
        file: 'src/head-script.js',
        from: "    addEventListener('online', tryAgain);\n    // One failed file also fails its importers; this counts them as one failure.\n    if (!retry) waitAndTry();\n",
        to: '',
      },
    ],
    cell: { file: 'matrix', name: "'Entry script cut' 'Cart'" },
  },
  {
    name: 'a second tap on Leave has a key of its own',
    edits: [
      // Both edits are needed: a refetched list offers no second tap, and the same key is not refused.
      {
        file: 'src/features/group/use-group-actions.ts',
        from: "      void queryClient.invalidateQueries({ queryKey: ['u', userId] });\n",
        to: '',
      },
      {
        file: 'src/features/group/use-group-actions.ts',
        from: 'params: { groupId }, body: {}, idempotencyKey }',
        to: 'params: { groupId }, body: {}, ...(idempotencyKey && {}) }',
      },
    ],
    cell: { file: 'matrix-account', name: "'Answer lost after commit' 'Leave'" },
  },
  {
    name: 'a subscription whose answer was lost is thrown away',
    edits: [
      {
        file: 'src/features/install/push-offer.ts',
        from: 'if (!isUnanswered(error)) await',
        to: 'if (error) await',
      },
    ],
    cell: { file: 'matrix-account', name: "'Answer lost after commit' 'Push'" },
  },
  {
    name: 'a name whose answer was lost is sent under another key',
    edits: [
      {
        file: 'src/features/account/EditProfileForm.tsx',
        from: 'call(updateName, { body, idempotencyKey })',
        to: 'call(updateName, { body, ...(idempotencyKey && {}) })',
      },
    ],
    cell: { file: 'matrix-account', name: "'Answer lost after commit' 'Profile'" },
  },
  {
    name: 'a reset that is repeated finds its link spent',
    edits: [
      {
        file: 'server/features/auth/recovery/recovery-service.ts',
        from: 'if (!key) return await repeatReset({ db, hasher }, tokenHash, password);',
        to: "if (!key) throw new DomainError('reset_link_expired');",
      },
    ],
    cell: { file: 'matrix-account', name: "'Answer lost after commit' 'Recovery'" },
  },
  {
    name: 'a sign-up that is repeated has a key of its own',
    edits: [
      {
        file: 'src/features/auth/use-patient-call.ts',
        from: 'attempt({ body, idempotencyKey }, own.signal)',
        to: 'attempt({ body, idempotencyKey: idempotencyKey && crypto.randomUUID() }, own.signal)',
      },
    ],
    cell: { file: 'matrix-account', name: "'Answer lost after commit' 'Sign-up'" },
  },
];
