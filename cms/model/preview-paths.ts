import { previewApiPaths } from '#shared/preview-contract.ts'
import type { ContentType } from './field-definitions.ts'
import { model } from './model.gen.ts'
import { findPagesUsingType } from './pages.ts'

/** Placeholder that the web app replaces by the entry id. */
export const ENTRY_ID_PLACEHOLDER = '{entry.sys.id}'

/** Query strings that show the entry itself, for example the dialog of a photo. */
const PREVIEW_QUERIES: Readonly<Record<string, string>> = { galleryImage: `?photo=${ENTRY_ID_PLACEHOLDER}` }

/** Content types that no page shows: the content report says what is wrong with their entries. */
const TYPES_WITHOUT_PAGE: ReadonlySet<string> = new Set(['redirect'])

/**
 * Returns the preview path of each content type: the page that links to it, or Home if several pages or none link to it.
 * That of redirects is the content report.
 */
export function getPreviewPaths(types: readonly ContentType[]): ReadonlyMap<string, string> {
  return new Map(
    types.map(({ id }) => {
      if (TYPES_WITHOUT_PAGE.has(id)) return [id, previewApiPaths.report]
      const [page, otherPage] = findPagesUsingType(id, types)
      const path = page && !otherPage ? page.path : '/'
      return [id, path + (PREVIEW_QUERIES[id] ?? '')]
    }),
  )
}

/** Whether several pages link to this content type. The server then reads which page links to the entry. */
export const isOnSeveralPages = (id: string, types: readonly ContentType[]): boolean =>
  findPagesUsingType(id, types).length > 1

/** Returns the path of a content type that is a page; `undefined` for others. */
export const getPagePath = (id: string): string | undefined =>
  Object.values<ContentType>(model).find((type) => type.id === id)?.path
