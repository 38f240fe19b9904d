import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import type { ContentTypeDefinition } from '#local/graphql/content-type-definition.ts'
import type { WebhookDefinition } from '#local/webhooks/webhook-definition.ts'
import { toDamagedStateError } from './damaged-state.ts'
import { createDataVersionReader, openStateDatabase, readText } from './database.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { createResourceTable, type ResourceTable } from './resource-table.ts'

/** The values of an entry or asset: field → locale → value. */
export type FieldValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The content of an entry or asset. */
export interface StoredContent {
  readonly fields: FieldValues
  /** Ids of its tags. */
  readonly tags: readonly string[]
}

/** A locale of the space. */
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
  readonly controls: EditorParts
  readonly sidebar?: EditorParts | undefined
  readonly editors?: EditorParts | undefined
  readonly editorLayout?: EditorParts | undefined
  readonly groupControls?: EditorParts | undefined
}

type EditorParts = readonly Readonly<Record<string, unknown>>[]

/** A site that shows drafts, with a preview URL for each content type. */
export interface PreviewEnvironment {
  readonly name: string
  readonly description: string
  readonly configurations: readonly PreviewConfiguration[]
}

interface PreviewConfiguration {
  readonly contentType: string
  /** `{entry.sys.id}` is a placeholder for the entry id. */
  readonly url: string
  readonly enabled: boolean
  readonly example: boolean
}

/** The state of the local Contentful, in one folder. */
export interface Store {
  readonly contentTypes: ResourceTable<ContentTypeDefinition>
  readonly editorInterfaces: ResourceTable<EditorInterface>
  readonly entries: ResourceTable<StoredContent>
  readonly assets: ResourceTable<StoredContent>
  /** By resource id, not by code. A new store contains the default locale. */
  readonly locales: ResourceTable<LocaleDefinition>
  readonly tags: ResourceTable<TagDefinition>
  readonly webhooks: ResourceTable<WebhookDefinition>
  readonly previewEnvironments: ResourceTable<PreviewEnvironment>
  readonly files: FileStore
  /** Default cache folder of derived pictures. */
  readonly derivedPicturesFolder: string
  /** The published content types. Returns the same array until one changes, so that the GraphQL schema can be cached. */
  readonly getPublishedContentTypes: () => readonly ContentTypeDefinition[]
  /** Increases with every change of an entry, asset, tag or locale. */
  readonly getRevision: () => number
  /** Commits all writes, or none if `writes` throws. */
  readonly runTransaction: <Result>(writes: () => Result) => Result
  /** Values that start scripts store beside the content. */
  readonly getMeta: (key: string) => string | undefined
  readonly setMeta: (key: string, value: string) => void
  readonly close: () => void
}

/** Opens a state folder. Creates it if it does not exist. Throws `DamagedStateError` if it cannot be used. */
export function openStore(folder: string): Store {
  let database: DatabaseSync | undefined
  try {
    database = openStateDatabase(folder)
    return createStore(database, folder)
  } catch (error) {
    database?.close()
    throw toDamagedStateError(folder, error)
  }
}

function createStore(database: DatabaseSync, folder: string): Store {
  const derivedPicturesFolder = join(folder, 'derivatives')
  mkdirSync(derivedPicturesFolder, { recursive: true })
  let revision = 0
  let publishedTypes: readonly ContentTypeDefinition[] | undefined
  const readDataVersion = createDataVersionReader(database)
  let publishedTypesVersion = readDataVersion()
  const increaseRevision = () => {
    revision += 1
  }
  const contentTypes = createResourceTable<ContentTypeDefinition>(database, 'ContentType', () => {
    publishedTypes = undefined
  })
  const locales = createResourceTable<LocaleDefinition>(database, 'Locale', increaseRevision)
  if (locales.all().length === 0) locales.create(DEFAULT_LOCALE_ID, NEW_SPACE_LOCALE)
  const selectMeta = database.prepare('SELECT value FROM meta WHERE key = ?')
  const upsertMeta = database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
  return {
    contentTypes,
    editorInterfaces: createResourceTable(database, 'EditorInterface', () => {}),
    entries: createResourceTable(database, 'Entry', increaseRevision),
    assets: createResourceTable(database, 'Asset', increaseRevision),
    locales,
    tags: createResourceTable(database, 'Tag', increaseRevision),
    webhooks: createResourceTable(database, 'WebhookDefinition', () => {}),
    previewEnvironments: createResourceTable(database, 'PreviewEnvironment', () => {}),
    files: openFileStore(database, folder),
    derivedPicturesFolder,
    getPublishedContentTypes: () => {
      if (publishedTypesVersion !== readDataVersion()) publishedTypes = undefined
      publishedTypesVersion = readDataVersion()
      publishedTypes ??= listPublishedContentTypes(contentTypes)
      return publishedTypes
    },
    getRevision: () => revision + readDataVersion(),
    runTransaction: (writes) => {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = writes()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    getMeta: (key) => {
      const row = selectMeta.get(key)
      return row && readText(row.value)
    },
    setMeta: (key, value) => {
      upsertMeta.run(key, value)
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

const DEFAULT_LOCALE_ID = 'local-en-us'
const NEW_SPACE_LOCALE: LocaleDefinition = {
  name: 'English (United States)',
  code: DEFAULT_LOCALE,
  fallbackCode: null,
  default: true,
  optional: false,
  contentDeliveryApi: true,
  contentManagementApi: true,
}

/** Sorted by id, so that the GraphQL schema does not depend on the order of publishing. */
function listPublishedContentTypes(
  contentTypes: ResourceTable<ContentTypeDefinition>,
): readonly ContentTypeDefinition[] {
  const { items } = contentTypes.list({ publishedOnly: true, skip: 0, limit: 1_000 })
  return items.flatMap(({ published }) => published ?? []).sort((a, b) => (a.id < b.id ? -1 : 1))
}
