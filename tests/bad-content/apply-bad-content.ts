import { type BadContent, parsePath } from './bad-content.ts'
import { setByPaths } from './object-path.ts'

/** The collection with the page's entry in the GraphQL response. */
const getCollection = (page: BadContent['page']) =>
  page === 'site' ? 'siteSettingsCollection' : `${page}PageCollection`

/** Applies the changes of a case to a valid GraphQL response. */
export function applyBadContent({ page, changes }: Pick<BadContent, 'page' | 'changes'>, response: unknown): unknown {
  const entry = [getCollection(page), 'items', 0]
  return setByPaths(
    response,
    Object.entries(changes).map(([path, changedValue]) => [[...entry, ...parsePath(path)], changedValue]),
  )
}

/** Simulates edits after the build: changes all texts and file URLs of the seed. */
export function simulateEdits(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('derived/') || value.startsWith('videos/')) return `https://images.example/${value}`
    return / /.test(value) ? `${value}, as an editor wrote it` : value
  }
  if (Array.isArray(value)) return value.map(simulateEdits)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, value]) => [key, FIXED_FORMS.includes(key) ? value : simulateEdits(value)]),
  )
}

/** Fields whose texts must be one of several, or match a pattern. */
const FIXED_FORMS: readonly string[] = ['kind', 'phone', 'photoDialog']
