/**
 * What browsers of the floor lack and our code and its libraries use without asking: the build changes the syntax for
 * them, never the library. Import it first. What is asked for before it is used needs no line here.
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
