import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LOCAL_ENVIRONMENT_ID } from '#local/constants.ts'
import { getDatabasePath, openStateDatabase, type StateDatabase } from './database.ts'
import { openFileStore } from './file-store.ts'
import { createResourceTable, resourceRow } from './resource-table.ts'
import type {
  AppDefinition,
  EnvironmentAlias,
  EnvironmentDefinition,
  PreviewEnvironment,
  ScheduledAction,
  WebhookDefinition,
} from './space-definitions.ts'
import { DamagedStateError, toStateError } from './state-error.ts'
import { createEnvironmentStore, type Store } from './store.ts'

/** Opens a state folder. Creates it if it does not exist. Throws `DamagedStateError` or `StorageError` if it cannot be used. */
export function openSpaceStore(folder: string): SpaceStore {
  let connection: DatabaseSync | undefined
  try {
    mkdirSync(join(folder, 'derivatives'), { recursive: true })
    accessSync(folder, constants.W_OK) // SQLite reports a read-only folder as a file that it cannot open
    // SQLite reads an emptied file as a new database.
    if (statSync(getDatabasePath(folder), { throwIfNoEntry: false })?.size === 0)
      throw new DamagedStateError(folder, 'its database is empty')
    connection = new DatabaseSync(getDatabasePath(folder))
    return createSpaceStore(openStateDatabase(connection, folder), folder)
  } catch (error) {
    connection?.close()
    throw toStateError(folder, error)
  }
}

/** Opens a new space in memory. Its first file creates a temporary folder, deleted at the close or the end of the process. */
export function openTemporarySpaceStore(): SpaceStore {
  const folder = join(tmpdir(), `contentful-local-${randomUUID()}`)
  const space = createSpaceStore(openStateDatabase(new DatabaseSync(':memory:'), folder), folder)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const close = () => {
    space.close()
    process.off('exit', removeFolder)
    removeFolder()
  }
  return { ...space, close }
}

/** Reads a value that a start script stored in a state folder, if any; no server needs to run. Throws `DamagedStateError`. */
export function readStateMeta(folder: string, key: string): string | undefined {
  if (!existsSync(getDatabasePath(folder))) return undefined
  using space = openSpaceStore(folder)
  return space.meta.get(key)?.draft
}

/** Stores a value in a state folder, which is created if it does not exist. Throws `DamagedStateError`. */
export function writeStateMeta(folder: string, key: string, value: string): void {
  using space = openSpaceStore(folder)
  space.meta.createOrSave(key, value)
}

/** The state of the local Contentful, in one folder: a space with its environments. */
export type SpaceStore = ReturnType<typeof createSpaceStore>

function createSpaceStore(database: StateDatabase, folder: string) {
  const { run, runTransaction, keepResources, restoreResources, close } = database
  const files = openFileStore(database, folder)
  const openTable = <Body>(type: string) => createResourceTable<Body>(database, '', type)
  const environments = openTable<EnvironmentDefinition>('Environment')
  const aliases = openTable<EnvironmentAlias>('EnvironmentAlias')
  const scheduledActions = openTable<ScheduledAction>('ScheduledAction')
  const appDefinitions = openTable<AppDefinition>('AppDefinition')
  if (!environments.get(LOCAL_ENVIRONMENT_ID) && !aliases.get(LOCAL_ENVIRONMENT_ID))
    environments.create(LOCAL_ENVIRONMENT_ID, { name: LOCAL_ENVIRONMENT_ID })
  const listActions = (environment: string | undefined) =>
    scheduledActions.all().filter(({ draft }) => draft.environment === environment)
  const stores = new Map<string, Store>()
  /** The content of an environment. Throws if it does not exist. */
  const openEnvironment = (id: string) => {
    if (!environments.get(id)) throw new Error(`There is no environment "${id}"`)
    const store = stores.get(id) ?? createEnvironmentStore(database, files, id)
    stores.set(id, store)
    return store
  }
  openEnvironment(environments.all()[0]?.id ?? LOCAL_ENVIRONMENT_ID)
  return {
    folder,
    files,
    environments,
    aliases,
    webhooks: openTable<WebhookDefinition>('WebhookDefinition'),
    /** At most one, with the id `signing_secret`. */
    signingSecrets: openTable<{ readonly value: string }>('WebhookSigningSecret'),
    previewEnvironments: openTable<PreviewEnvironment>('PreviewEnvironment'),
    appDefinitions,
    scheduledActions,
    listActions,
    /** Default cache folder of derived pictures. */
    derivedPicturesFolder: join(folder, 'derivatives'),
    /** The id of the environment that an id or alias means; `undefined` if there is none. */
    resolveEnvironment: (idOrAlias: string) =>
      environments.get(aliases.get(idOrAlias)?.draft.environment ?? idOrAlias)?.id,
    openEnvironment,
    /** Creates an environment with the content of another one. All resources keep their versions. */
    copyEnvironment: (source: string, id: string, definition: EnvironmentDefinition) =>
      runTransaction(() => {
        const environment = environments.create(id, definition)
        const columns = ['type', ...resourceRow.keyof().options].join(', ')
        const copies = `SELECT :id, ${columns} FROM resources WHERE environment = :source`
        run(`INSERT INTO resources (environment, ${columns}) ${copies}`, { id, source })
        return environment
      }),
    /** Deletes an environment with its content and scheduled actions. */
    removeEnvironment: (id: string) =>
      runTransaction(() => {
        environments.remove(id)
        run('DELETE FROM resources WHERE environment = :id', { id })
        for (const { id: action } of listActions(id)) scheduledActions.remove(action)
        stores.delete(id)
      }),
    /** Gives an environment another id. Its aliases and scheduled actions follow. */
    renameEnvironment: (id: string, newId: string) =>
      runTransaction(() => {
        const definition = environments.get(id)?.draft
        if (!definition) throw new Error(`There is no environment "${id}"`)
        environments.create(newId, definition)
        environments.remove(id)
        run('UPDATE resources SET environment = :newId WHERE environment = :id', { id, newId })
        stores.delete(id)
        for (const { id: alias, draft } of aliases.all())
          if (draft.environment === id) aliases.save(alias, { environment: newId })
        for (const { id: action, draft } of listActions(id))
          scheduledActions.save(action, { ...draft, environment: newId })
      }),
    /** Deletes an app definition with its installations in all environments. */
    removeAppDefinition: (id: string) =>
      runTransaction(() => {
        for (const environment of environments.all()) openEnvironment(environment.id).appInstallations.remove(id)
        appDefinitions.remove(id)
      }),
    runTransaction,
    keepResources,
    restoreResources,
    /** Values that start scripts store beside the content. */
    meta: openTable<string>('Meta'),
    close,
    [Symbol.dispose]: close,
  }
}
