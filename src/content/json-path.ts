/** Where something stands in an answer, key by key. */
export type JsonPath = readonly PropertyKey[]

/** Whether it has keys to look at. */
export const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null

/** What stands there; nothing where the way to it ends. */
export const getByPath = (raw: unknown, place: JsonPath): unknown =>
  place.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), raw)

/** A copy with other values at these places. */
export function setByPaths(raw: unknown, values: readonly (readonly [JsonPath, unknown])[]): unknown {
  const copy: unknown = structuredClone(raw)
  for (const [place, value] of values) {
    const parent = getByPath(copy, place.slice(0, -1))
    const key = place.at(-1)
    if (isObject(parent) && key !== undefined) parent[key] = value
  }
  return copy
}
