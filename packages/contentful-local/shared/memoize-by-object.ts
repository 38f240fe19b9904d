/** Creates a function that is called once for each argument object and keeps the result as long as the object exists. */
export function memoizeByObject<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, Value>()
  return (key) => {
    const result = results.get(key) ?? create(key)
    results.set(key, result)
    return result
  }
}
