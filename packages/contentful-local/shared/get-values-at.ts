/** The values at a path. A list on the way contributes the values of each of its items. */
export function getValuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => getValuesAt(item, path))
  const [key, ...rest] = path
  if (key === undefined) return [value]
  if (typeof value !== 'object' || !Object.hasOwn(value, key)) return []
  return getValuesAt(Reflect.get(value, key), rest)
}
