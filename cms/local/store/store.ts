import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { ContentTypeDefinition } from '#cms/graphql/content-type-definition.ts'
import type { WebhookDefinition } from '#cms/local/webhooks/webhook-definition.ts'
import { LOCALE } from '#shared/constants.ts'
import { toDamagedStateError } from './damaged-state.ts'
import { createDataVersionReader, openStateDatabase, readText } from './database.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { createResourceTable, type ResourceTable } from './resource-table.ts'

/** The values of an entry or asset: field → locale → value. */
export type FieldValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What an entry or asset holds. */
export interface StoredContent {
  readonly fields: FieldValues
  /** Ids of the tags that it wears. */
  readonly tags: readonly string[]
}

/** A language that content may be written in. */
export interface LocaleDefinition {
  readonly name: string
  readonly code: string
  readonly fallbackCode: string | null
  readonly default: boolean
  readonly optional: boolean
  readonly contentDeliveryApi: boolean
  readonly contentManagementApi: boolean
}

export interface TagDefinition {
  readonly name: string
  readonly visibility: 'public' | 'private'
}

/** How a content type's fields are edited; absent parts are the web app's own defaults. */
export interface EditorInterface {
  readonly controls: EditorParts
  readonly sidebar?: EditorParts | undefined
  readonly editors?: EditorParts | undefined
  readonly editorLayout?: EditorParts | undefined
  readonly groupControls?: EditorParts | undefined
}

type EditorParts = readonly Readonly<Record<string, unknown>>[]

/** A site that shows drafts: its address for entries of each content type. */
export interface PreviewEnvironment {
  readonly name: string
  readonly description: string
  readonly configurations: readonly PreviewAddress[]
}

interface PreviewAddress {
  readonly contentType: string
  /** With `{entry.sys.id}` where the entry's id is to stand. */
  readonly url: string
  readonly enabled: boolean
  readonly example: boolean
}

/** Everything that the local Contentful knows, in one folder. */
export interface Store {
  readonly contentTypes: ResourceTable<ContentTypeDefinition>
  readonly editorInterfaces: ResourceTable<EditorInterface>
  readonly entries: ResourceTable<StoredContent>
  readonly assets: ResourceTable<StoredContent>
  /** By an id of their own; the default locale is there from the beginning. */
  readonly locales: ResourceTable<LocaleDefinition>
  readonly tags: ResourceTable<TagDefinition>
  readonly webhooks: ResourceTable<WebhookDefinition>
  readonly previewEnvironments: ResourceTable<PreviewEnvironment>
  readonly files: FileStore
  /** Where derivatives of pictures are cached, unless the server has another folder for them. */
  readonly derivedPicturesFolder: string
  /** The published content types; the same array until the model changes, so that a schema is made once. */
  readonly getPublishedContentTypes: () => readonly ContentTypeDefinition[]
  /** Grows with every change of an entry or asset. */
  readonly getRevision: () => number
  /** Both writes, or none. */
  readonly runTransaction: <Result>(writes: () => Result) => Result
  readonly getMeta: (key: string) => string | undefined
  readonly setMeta: (key: string, value: string) => void
  readonly close: () => void
}

/** Opens a state folder, or begins one. Throws `DamagedStateError` where it cannot be used. */
export function openStore(folder: string): Store {
  let database: DatabaseSync | undefined
  try {
    database = openStateDatabase(folder)
    return storeOf(database, folder)
  } catch (error) {
    database?.close()
    throw toDamagedStateError(folder, error)
  }
}

function storeOf(database: DatabaseSync, folder: string): Store {
  const derivedPicturesFolder = join(folder, 'derivatives')
  mkdirSync(derivedPicturesFolder, { recursive: true })
  let revision = 0
  let publishedTypes: readonly ContentTypeDefinition[] | undefined
  const others = createDataVersionReader(database)
  let typesReadAt = others()
  const contentChanged = () => {
    revision += 1
  }
  const contentTypes = createResourceTable<ContentTypeDefinition>(database, 'ContentType', () => {
    publishedTypes = undefined
  })
  const locales = createResourceTable<LocaleDefinition>(database, 'Locale', contentChanged)
  if (!locales.get(DEFAULT_LOCALE_ID)) locales.create(DEFAULT_LOCALE_ID, DEFAULT_LOCALE)
  const readMeta = database.prepare('SELECT value FROM meta WHERE key = ?')
  const writeMeta = database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
  return {
    contentTypes,
    editorInterfaces: createResourceTable(database, 'EditorInterface', () => {}),
    entries: createResourceTable(database, 'Entry', contentChanged),
    assets: createResourceTable(database, 'Asset', contentChanged),
    locales,
    tags: createResourceTable(database, 'Tag', contentChanged),
    webhooks: createResourceTable(database, 'WebhookDefinition', () => {}),
    previewEnvironments: createResourceTable(database, 'PreviewEnvironment', () => {}),
    files: openFileStore(database, folder),
    derivedPicturesFolder,
    getPublishedContentTypes: () => {
      if (typesReadAt !== others()) publishedTypes = undefined
      typesReadAt = others()
      publishedTypes ??= publishedOf(contentTypes)
      return publishedTypes
    },
    getRevision: () => revision + others(),
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
      const row = readMeta.get(key)
      return row && readText(row.value)
    },
    setMeta: (key, value) => {
      writeMeta.run(key, value)
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

const DEFAULT_LOCALE_ID = 'local-en-us'
const DEFAULT_LOCALE: LocaleDefinition = {
  name: 'English (United States)',
  code: LOCALE,
  fallbackCode: null,
  default: true,
  optional: false,
  contentDeliveryApi: true,
  contentManagementApi: true,
}

/** In the order of their ids: a schema does not depend on who was published last. */
function publishedOf(contentTypes: ResourceTable<ContentTypeDefinition>): readonly ContentTypeDefinition[] {
  const { items } = contentTypes.list({ publishedOnly: true, skip: 0, limit: 1_000 })
  return items.flatMap(({ published }) => published ?? []).sort((one, other) => (one.id < other.id ? -1 : 1))
}
