import * as z from 'zod/mini'

/** Those items that have the promised shape. A broken one costs itself, never the page, and is logged once, with its id. */
export function checkedItems<Schema extends z.ZodMiniType>(
  schema: Schema,
  items: readonly unknown[],
  what: string,
): z.output<Schema>[] {
  return items.flatMap((item, index) => {
    const result = z.safeParse(schema, item)
    if (result.success) return [result.data]
    logOnce(`${what} ${idOf(item) ?? `number ${index + 1}`} left out: ${problemOf(result.error)}`)
    return []
  })
}

/** What stands first in the answer, in the promised shape. Throws when it is not: then the bundled content stands in. */
export function checkedPage<Schema extends z.ZodMiniType>(
  schema: Schema,
  collection: { readonly items: readonly unknown[] } | null,
  what: string,
): z.output<Schema> {
  const result = z.safeParse(schema, collection?.items[0])
  if (result.success) return result.data
  throw new Error(`${what}: ${problemOf(result.error)}`)
}

const logged = new Set<string>()
function logOnce(message: string) {
  if (logged.has(message)) return
  logged.add(message)
  console.warn(message)
}

const withId = z.object({ sys: z.object({ id: z.string() }) })
const idOf = (item: unknown) => withId.safeParse(item).data?.sys.id

const problemOf = (error: z.core.$ZodError) =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`).join('; ')
