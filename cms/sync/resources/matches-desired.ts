/**
 * Whether what a space holds is what is wanted. The order of keys does not count, `null` is the same as absent,
 * and keys that only the space has pass: Contentful adds its own, and so may an owner who extends the model.
 */
export function matchesDesired(held: unknown, wanted: unknown): boolean {
  if (isNothing(wanted)) return isNothing(held)
  if (Array.isArray(wanted))
    return (
      Array.isArray(held) &&
      held.length === wanted.length &&
      wanted.every((item, place) => matchesDesired(held[place], item))
    )
  if (isObject(wanted))
    return isObject(held) && Object.entries(wanted).every(([key, value]) => matchesDesired(held[key], value))
  return held === wanted
}

const isNothing = (value: unknown) => value === undefined || value === null

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
