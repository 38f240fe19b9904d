/** Keys that lead to a value in nested objects and arrays, outermost first. */
export type ObjectPath = readonly PropertyKey[]

/** Whether the value is an object or an array. */
export const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the value at a path, or `undefined` if the path does not exist. */
export const getByPath = (value: unknown, path: ObjectPath): unknown =>
  path.reduce<unknown>((parent, key) => (isObject(parent) ? parent[key] : undefined), value)

/** Returns a copy with new values at the given paths. Ignores paths whose parent does not exist. */
export function setByPaths(value: unknown, changes: readonly (readonly [ObjectPath, unknown])[]): unknown {
  const copy: unknown = structuredClone(value)
  for (const [path, changedValue] of changes) {
    const parent = getByPath(copy, path.slice(0, -1))
    const key = path.at(-1)
    if (isObject(parent) && key !== undefined) parent[key] = changedValue
  }
  return copy
}
