import * as z from 'zod/mini'

const list = z.array(z.unknown())

/**
 * Reads what `@contentful/live-preview` writes of a subscription: a list of values, in which every text inside of
 * another value is the place of a value. So one that holds itself can be written.
 */
export function parseFlatted(text: string): unknown {
  const values = list.parse(JSON.parse(text))
  const read = new Map<string, unknown>()
  const at = (index: string): unknown => {
    if (read.has(index)) return read.get(index)
    const value = values[Number(index)]
    if (typeof value !== 'object' || value === null) return value
    const made = Array.isArray(value) ? [] : {}
    read.set(index, made)
    for (const [key, each] of Object.entries(value))
      Object.assign(made, { [key]: typeof each === 'string' ? at(each) : each })
    return made
  }
  return at('0')
}
