/** What stands in the named fields of a form, without outer spaces. */
export function fieldsOf<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string> {
  const data = new FormData(form);
  const pairs = names.map((name) => [name, String(data.get(name) ?? '').trim()] as const);
  return Object.fromEntries(pairs) as Record<Name, string>;
}
