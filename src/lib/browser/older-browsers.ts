/**
 * Adds functions that the oldest supported browsers lack. Import this file first, because other modules use the
 * functions while they load.
 */
function bring(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

for (const { prototype } of [Array, String]) {
  bring(prototype, 'at', function (this: ArrayLike<unknown>, index: number) {
    return this[index < 0 ? this.length + index : index];
  });
}
bring(
  Object,
  'hasOwn',
  (object: object, name: PropertyKey) => Object.getOwnPropertyDescriptor(object, name) !== undefined,
);
bring(globalThis, 'reportError', (error: unknown) => {
  setTimeout(() => {
    throw error;
  });
});
