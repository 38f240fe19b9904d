import type { ContentType } from '#cms/model/field-definitions.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { type Model, model } from '#cms/model/model.gen.ts'
import { findOwnPage, getPageName } from '#cms/model/pages.ts'

/** The path of the asset file in messages. */
export const SEED_ASSETS_FILE = 'cms/seed/assets.json'

/** The file of the content types that several pages or none link to. */
const SITE_FILE = 'site.json'

const contentTypes: readonly ContentType[] = Object.values(model)

function getFileName(type: string): string {
  const page = findOwnPage(type, contentTypes)
  return page ? `${getPageName(page)}.json` : SITE_FILE
}

/** Returns the file that contains the entries of a content type: `galleryImage` → `cms/seed/entries/gallery.json`. */
export const getSeedEntriesFile = (type: string): string => `cms/seed/entries/${getFileName(type)}`

const isPageId = (id: string) => contentTypes.some((type) => type.id === id && type.path !== undefined)

/** The content types by the name of their file in cms/seed/entries. A page is the first content type of its file. */
export const TYPES_BY_SEED_FILE: ReadonlyMap<string, readonly (keyof Model)[]> = Map.groupBy(
  Object.keys(model)
    .filter(isModelContentType)
    .toSorted((a, b) => Number(isPageId(b)) - Number(isPageId(a))),
  getFileName,
)
