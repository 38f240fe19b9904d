import { type ContentLink, isLink } from '#cms/graphql/content-source.ts'

/** A resource as it is read in one locale, with `sys`, `fields`, `metadata`: what filters and order look at. */
export type QueryableItem = object

/** What stands at a path; of a list, what stands at that path in each of its items. Nothing where there is nothing. */
export function getValuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => getValuesAt(item, path))
  const [step, ...rest] = path
  if (step === undefined) return [value]
  if (typeof value !== 'object' || !Object.hasOwn(value, step)) return []
  const next: unknown = Reflect.get(value, step)
  return getValuesAt(next, rest)
}

/** Every link in a value, however deep: in lists and in rich text too. */
export function findLinks(value: unknown): readonly ContentLink[] {
  if (isLink(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(findLinks)
}

/** The words of a text, a list of texts, or rich text. */
export function extractText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(extractText).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const own = 'value' in value && typeof value.value === 'string' ? value.value : ''
  return 'content' in value ? `${own} ${extractText(value.content)}` : own
}
