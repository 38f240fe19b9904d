/** Keys that lead to a value in a JSON document, outermost first. */
export type JsonPath = readonly PropertyKey[]

/** Whether the value is an object or an array. */
export const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the value at a path, or `undefined` if the path does not exist. */
export const getByPath = (document: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), document)

/** Returns a copy of the document with new values at the given paths. Ignores paths whose parent does not exist. */
export function setByPaths(document: unknown, values: readonly (readonly [JsonPath, unknown])[]): unknown {
  const copy: unknown = structuredClone(document)
  for (const [path, value] of values) {
    const parent = getByPath(copy, path.slice(0, -1))
    const key = path.at(-1)
    if (isObject(parent) && key !== undefined) parent[key] = value
  }
  return copy
}
