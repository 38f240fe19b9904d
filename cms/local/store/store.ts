import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod'
import { DEFAULT_LOCALE, LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import type { ContentTypeDefinition } from '#local/engine/content-type-definition.ts'
import type { WebhookDefinition } from '#local/webhooks/webhook-definition.ts'
import { toDamagedStateError } from './damaged-state.ts'
import { openStateDatabase, type StateDatabase } from './database.ts'
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

/** An environment. Its id is that of the resource. */
export interface EnvironmentDefinition {
  readonly name: string
}

/** An alias: another id of an environment, which can be changed to mean another one. */
export interface EnvironmentAlias {
  readonly environment: string
}

/** An entry or asset to publish or unpublish at a time. */
export interface ScheduledAction {
  readonly action: 'publish' | 'unpublish'
  readonly entity: { readonly linkType: 'Entry' | 'Asset'; readonly id: string }
  readonly environment: string
  readonly scheduledFor: { readonly datetime: string; readonly timezone?: string | undefined }
  readonly status: 'scheduled' | 'succeeded' | 'failed' | 'canceled'
  readonly canceledAt?: string
  /** The error body of a failed action. */
  readonly error?: object
  /** The `Host` header of the request that scheduled it, for file URLs in webhook calls. */
  readonly host: string
}

/** Links to the space and the environment: a part of every `sys`. */
export interface LocationSys {
  readonly space: { readonly sys: { readonly type: 'Link'; readonly linkType: 'Space'; readonly id: string } }
  readonly environment: {
    readonly sys: { readonly type: 'Link'; readonly linkType: 'Environment'; readonly id: string }
  }
}

/** The content of one environment. */
export interface Store {
  readonly environmentId: string
  readonly locationSys: LocationSys
  readonly contentTypes: ResourceTable<ContentTypeDefinition>
  readonly editorInterfaces: ResourceTable<EditorInterface>
  readonly entries: ResourceTable<StoredContent>
  readonly assets: ResourceTable<StoredContent>
  /** By resource id, not by code. A new space contains the default locale. */
  readonly locales: ResourceTable<LocaleDefinition>
  readonly tags: ResourceTable<TagDefinition>
  readonly files: FileStore
  /** Code of the default locale. */
  readonly getDefaultLocale: () => string
  /** The published content types. Returns the same array until one changes, so that the GraphQL schema can be cached. */
  readonly getPublishedContentTypes: () => readonly ContentTypeDefinition[]
  /** Increases with every change of an entry, asset, tag or locale. */
  readonly getRevision: () => number
  /** Commits all writes, or none if `writes` throws. */
  readonly runTransaction: StateDatabase['runTransaction']
}

/** The state of the local Contentful, in one folder: a space with its environments. */
export interface SpaceStore {
  readonly environments: ResourceTable<EnvironmentDefinition>
  readonly aliases: ResourceTable<EnvironmentAlias>
  readonly webhooks: ResourceTable<WebhookDefinition>
  readonly previewEnvironments: ResourceTable<PreviewEnvironment>
  readonly scheduledActions: ResourceTable<ScheduledAction>
  readonly files: FileStore
  /** Default cache folder of derived pictures. */
  readonly derivedPicturesFolder: string
  /** The id of the environment that an id or alias means; `undefined` if there is none. */
  readonly resolveEnvironment: (idOrAlias: string) => string | undefined
  /** The content of an environment. Throws if it does not exist. */
  readonly openEnvironment: (id: string) => Store
  /** Creates an environment with the content of another one. All resources keep their versions. */
  readonly copyEnvironment: (source: string, id: string, definition: EnvironmentDefinition) => void
  /** Deletes an environment with its content and scheduled actions. */
  readonly removeEnvironment: (id: string) => void
  /** Gives an environment another id. Its aliases and scheduled actions follow. */
  readonly renameEnvironment: (id: string, newId: string) => void
  readonly runTransaction: StateDatabase['runTransaction']
  /** Values that start scripts store beside the content. */
  readonly getMeta: (key: string) => string | undefined
  readonly setMeta: (key: string, value: string) => void
  readonly close: () => void
}

/** Opens a state folder. Creates it if it does not exist. Throws `DamagedStateError` if it cannot be used. */
export function openSpaceStore(folder: string): SpaceStore {
  let database: StateDatabase | undefined
  try {
    database = openStateDatabase(folder)
    return createSpaceStore(database, folder)
  } catch (error) {
    database?.close()
    throw toDamagedStateError(folder, error)
  }
}

const metaRow = z.object({ value: z.string() })

function createSpaceStore(database: StateDatabase, folder: string): SpaceStore {
  const { build, all, run, runTransaction } = database
  const derivedPicturesFolder = join(folder, 'derivatives')
  mkdirSync(derivedPicturesFolder, { recursive: true })
  const files = openFileStore(database, folder)
  const openTable = <Body>(type: string) =>
    createResourceTable<Body>(database, { environment: '', type, onWrite: () => {} })
  const environments = openTable<EnvironmentDefinition>('Environment')
  const aliases = openTable<EnvironmentAlias>('EnvironmentAlias')
  const scheduledActions = openTable<ScheduledAction>('ScheduledAction')
  const stores = new Map<string, Store>()
  if (!environments.get(LOCAL_ENVIRONMENT_ID) && !aliases.get(LOCAL_ENVIRONMENT_ID))
    environments.create(LOCAL_ENVIRONMENT_ID, { name: LOCAL_ENVIRONMENT_ID })
  const openEnvironment = (id: string) => {
    if (!environments.get(id)) throw new Error(`There is no environment "${id}"`)
    const store = stores.get(id) ?? createEnvironmentStore(database, files, id)
    stores.set(id, store)
    return store
  }
  openEnvironment(environments.all()[0]?.id ?? LOCAL_ENVIRONMENT_ID)
  return {
    environments,
    aliases,
    webhooks: openTable('WebhookDefinition'),
    previewEnvironments: openTable('PreviewEnvironment'),
    scheduledActions,
    files,
    derivedPicturesFolder,
    resolveEnvironment: (idOrAlias) => {
      const id = aliases.get(idOrAlias)?.draft.environment ?? idOrAlias
      return environments.get(id)?.id
    },
    openEnvironment,
    copyEnvironment: (source, id, definition) =>
      runTransaction(() => {
        environments.create(id, definition)
        const rows = build.selectFrom('resources').where('environment', '=', source)
        const values = rows.select([sql<string>`${id}`.as('environment'), ...COPIED_COLUMNS])
        run(
          build
            .insertInto('resources')
            .columns(['environment', ...COPIED_COLUMNS])
            .expression(values),
        )
      }),
    removeEnvironment: (id) =>
      runTransaction(() => {
        environments.remove(id)
        run(build.deleteFrom('resources').where('environment', '=', id))
        for (const { id: action, draft } of scheduledActions.all())
          if (draft.environment === id) scheduledActions.remove(action)
        stores.delete(id)
      }),
    renameEnvironment: (id, newId) =>
      runTransaction(() => {
        const definition = environments.get(id)?.draft
        if (!definition) throw new Error(`There is no environment "${id}"`)
        environments.create(newId, definition)
        environments.remove(id)
        run(build.updateTable('resources').set({ environment: newId }).where('environment', '=', id))
        stores.delete(id)
        for (const { id: alias, draft } of aliases.all())
          if (draft.environment === id) aliases.save(alias, { environment: newId })
        for (const { id: action, draft } of scheduledActions.all())
          if (draft.environment === id) scheduledActions.save(action, { ...draft, environment: newId })
      }),
    runTransaction,
    getMeta: (key) => all(build.selectFrom('meta').select('value').where('key', '=', key), metaRow)[0]?.value,
    setMeta: (key, value) => run(build.replaceInto('meta').values({ key, value })),
    close: database.close,
  }
}

const COPIED_COLUMNS = [
  'type',
  'id',
  'content_type',
  'version',
  'created_at',
  'updated_at',
  'published_version',
  'published_at',
  'first_published_at',
  'published_counter',
  'archived_version',
  'archived_at',
  'draft',
  'published',
] as const

function createEnvironmentStore(database: StateDatabase, files: FileStore, environmentId: string): Store {
  const { readDataVersion, runTransaction } = database
  let revision = 0
  let publishedTypes: readonly ContentTypeDefinition[] | undefined
  let publishedTypesVersion = readDataVersion()
  const increaseRevision = () => {
    revision += 1
  }
  const openTable = <Body>(type: string, onWrite: () => void) =>
    createResourceTable<Body>(database, { environment: environmentId, type, onWrite })
  const contentTypes = openTable<ContentTypeDefinition>('ContentType', () => {
    publishedTypes = undefined
  })
  const locales = openTable<LocaleDefinition>('Locale', increaseRevision)
  if (locales.all().length === 0) locales.create(DEFAULT_LOCALE_ID, NEW_SPACE_LOCALE)
  return {
    environmentId,
    locationSys: {
      space: { sys: { type: 'Link', linkType: 'Space', id: LOCAL_SPACE_ID } },
      environment: { sys: { type: 'Link', linkType: 'Environment', id: environmentId } },
    },
    contentTypes,
    editorInterfaces: openTable('EditorInterface', () => {}),
    entries: openTable('Entry', increaseRevision),
    assets: openTable('Asset', increaseRevision),
    locales,
    tags: openTable('Tag', increaseRevision),
    files,
    getDefaultLocale: () => locales.all().find(({ draft }) => draft.default)?.draft.code ?? DEFAULT_LOCALE,
    getPublishedContentTypes: () => {
      if (publishedTypesVersion !== readDataVersion()) publishedTypes = undefined
      publishedTypesVersion = readDataVersion()
      publishedTypes ??= listPublishedContentTypes(contentTypes)
      return publishedTypes
    },
    getRevision: () => revision + readDataVersion(),
    runTransaction,
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
