import type { AssetProps } from 'contentful-management'
import { createLink } from '#cms/links.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { type SpaceEntry, type SpacePictures, toMap } from '#cms/photo-desk/client/space-pictures.ts'
import { LOCALE } from '#shared/constants.ts'

/** Version numbers of a test resource. */
interface Versions {
  readonly version?: number
  readonly publishedVersion?: number
  readonly archivedVersion?: number
  readonly firstPublishedAt?: string
}

export const PUBLISHED: Versions = { version: 2, publishedVersion: 1, firstPublishedAt: '2026-01-01T00:00:00Z' }
export const CHANGED: Versions = { ...PUBLISHED, version: 5 }
export const DRAFT: Versions = { version: 1 }
export const TAKEN_DOWN: Versions = { version: 4, firstPublishedAt: '2026-01-01T00:00:00Z' }

const toSysLink = <Type extends string>(linkType: Type, id: string) => ({
  sys: { type: 'Link' as const, linkType, id },
})

const createSys = (type: string, id: string, versions: Versions) => ({
  type,
  id,
  version: 1,
  ...versions,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  space: toSysLink('Space', 'space'),
  environment: toSysLink('Environment', 'master'),
  automationTags: [],
})

/** Only entries have a content type. */
const createEntrySys = (id: string, contentType: string, versions: Versions) => ({
  ...createSys('Entry', id, versions),
  contentType: toSysLink('ContentType', contentType),
})

type Values = Readonly<Record<string, unknown>>

const localize = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { [LOCALE]: value }]))

/** Creates the entry of a photograph with a valid alternative text, and a link to the asset `<id>-file`. */
export const createTestPhotoEntry = (id: string, versions: Versions, values: Values = {}): SpaceEntry => ({
  sys: createEntrySys(id, PHOTO_TYPE.type, versions),
  fields: localize({
    altText: `A sideboom lowers pipe ${id} into a trench`,
    [PHOTO_TYPE.pictureField]: createLink('Asset', `${id}-file`),
    ...values,
  }),
})

/** Returns an entry as one of another content type. */
export const toType = ({ sys, fields }: SpaceEntry, type: string): SpaceEntry => ({
  sys: { ...sys, contentType: toSysLink('ContentType', type) },
  fields,
})

/** Creates the asset of a photograph that is large enough. */
export const createTestAsset = (id: string, versions: Versions, url = `//images.example.org/${id}.jpg`): AssetProps => {
  const details = { size: 200_000, image: { width: 2_880, height: 1_920 } }
  const file = { url, fileName: `${id}.jpg`, contentType: 'image/jpeg', details }
  const fields = { title: { [LOCALE]: id }, file: { [LOCALE]: file } }
  // As a response: the type has a content type, which no asset has.
  return JSON.parse(JSON.stringify({ sys: createSys('Asset', id, versions), fields }))
}

/** Creates the gallery with photographs in its list. */
export const createTestPage = (ids: readonly string[], versions: Versions, values: Values = {}): SpaceEntry => ({
  sys: createEntrySys('gallery', PHOTO_TYPE.page.type, versions),
  fields: localize({ [PHOTO_TYPE.page.field]: ids.map((id) => createLink('Entry', id)), ...values }),
})

interface TestPictures {
  readonly entries: readonly SpaceEntry[]
  /** Default: a published asset for each entry. */
  readonly assets?: readonly AssetProps[]
  /** Default: a published page with all entries. */
  readonly page?: SpaceEntry
}

/** Creates photographs of a space. */
export function createTestPictures({ entries, assets, page }: TestPictures): SpacePictures {
  const ids = entries.map(({ sys }) => sys.id)
  return {
    page: page ?? createTestPage(ids, PUBLISHED),
    entries: toMap(entries),
    assets: toMap(assets ?? ids.map((id) => createTestAsset(`${id}-file`, PUBLISHED))),
  }
}
