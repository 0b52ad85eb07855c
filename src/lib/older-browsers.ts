/**
 * What the language got in 2021 and our code and its libraries use without asking: the build changes the syntax for
 * older browsers, never the library. Import it first.
 */
const lacks = (owner: object, name: string) => !(name in owner);

if (lacks(Array.prototype, 'at')) {
  Object.defineProperty(Array.prototype, 'at', {
    value(this: unknown[], index: number) {
      return this[index < 0 ? this.length + index : index];
    },
    configurable: true,
    writable: true,
  });
}
if (lacks(Object, 'hasOwn')) {
  Object.defineProperty(Object, 'hasOwn', {
    value: (object: object, name: PropertyKey) => Object.getOwnPropertyDescriptor(object, name) !== undefined,
    configurable: true,
    writable: true,
  });
}
