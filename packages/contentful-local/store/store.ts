import { DEFAULT_LOCALE } from '#local/constants.ts'
import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { memoizeByObject } from '#local/shared/memoize-by-object.ts'
import type { StateDatabase } from './database.ts'
import { createEntityTable } from './entity-table.ts'
import type { FileStore } from './file-store.ts'
import { createResourceTable } from './resource-table.ts'

export interface LocaleDefinition {
  readonly name: string
  readonly code: string
  readonly fallbackCode: string | null
  readonly default: boolean
  readonly optional: boolean
  readonly contentDeliveryApi: boolean
  readonly contentManagementApi: boolean
}

/** A tag. Only public tags are visible in the delivery APIs. */
export interface TagDefinition {
  readonly name: string
  readonly visibility: 'public' | 'private'
}

/** Editor configuration of a content type for Contentful's web app. Absent parts have the defaults of the web app. */
export interface EditorInterface {
  readonly controls: readonly Readonly<Record<string, unknown>>[]
  /** As sent: the web app interprets them. */
  readonly [otherPart: string]: unknown
}

/** The values of an app's parameters in one environment. */
export interface AppInstallation {
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** The content of one environment. */
export type Store = ReturnType<typeof createEnvironmentStore>

/** Opens the content of an environment. Adds the default locale if it has none. */
export function createEnvironmentStore(database: StateDatabase, files: FileStore, environmentId: string) {
  const openTable = <Body>(type: string) => createResourceTable<Body>(database, environmentId, type)
  const locales = openTable<LocaleDefinition>('Locale')
  if (locales.all().length === 0)
    locales.create('local-en-us', {
      name: 'English (United States)',
      code: DEFAULT_LOCALE,
      fallbackCode: null,
      default: true,
      optional: false,
      contentDeliveryApi: true,
      contentManagementApi: true,
    })
  const contentTypes = openTable<ContentTypeDefinition>('ContentType')
  const listPublished = memoizeByObject((all: ReturnType<typeof contentTypes.all>) =>
    all.flatMap(({ published }) => published ?? []).sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  return {
    environmentId,
    locationSys: locales.locationSys,
    contentTypes,
    editorInterfaces: openTable<EditorInterface>('EditorInterface'),
    entries: createEntityTable(database, environmentId, 'Entry'),
    assets: createEntityTable(database, environmentId, 'Asset'),
    /** By resource id, not by code. A new space contains the default locale. */
    locales,
    tags: openTable<TagDefinition>('Tag'),
    /** By the id of the app definition. */
    appInstallations: openTable<AppInstallation>('AppInstallation'),
    files,
    getDefaultLocale: () => locales.all().find(({ draft }) => draft.default)?.draft.code ?? DEFAULT_LOCALE,
    /** The published content types, by id for a stable order: the same array until one changes, so that the schema is cached. */
    getPublishedContentTypes: (): readonly ContentTypeDefinition[] => listPublished(contentTypes.all()),
    runTransaction: database.runTransaction,
  }
}
