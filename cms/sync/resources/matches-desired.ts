/**
 * Whether the actual value matches the desired one. The order of keys is ignored, `null` equals absent, and keys that
 * only the actual value has are ignored: Contentful adds its own, and so can an owner who extends the model.
 */
export function matchesDesired(actual: unknown, desired: unknown): boolean {
  if (isNullish(desired)) return isNullish(actual)
  if (Array.isArray(desired))
    return (
      Array.isArray(actual) &&
      actual.length === desired.length &&
      desired.every((item, index) => matchesDesired(actual[index], item))
    )
  if (isObject(desired))
    return isObject(actual) && Object.entries(desired).every(([key, value]) => matchesDesired(actual[key], value))
  return actual === desired
}

const isNullish = (value: unknown) => value === undefined || value === null

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
