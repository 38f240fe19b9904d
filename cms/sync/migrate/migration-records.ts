import type { ContentTypeProps } from 'contentful-management'
import { needsPublishing } from '#cms/publish-state.ts'
import { ignoreNotFound, reconcile } from '#cms/sync/apply/reconcile.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { readAllPages } from '#cms/sync/contentful/read-resources.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import type { ResourceType } from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'

/** The state of a script in an environment, stored as an entry of the content type `migration`, published when it is finished. */
export interface MigrationRecord {
  readonly name: string
  /** Distinguishes the process that runs the script from others. */
  readonly runId: string
  /** ISO 8601 */
  readonly startedAt: string
  /** ISO 8601; `undefined` if the script was interrupted or is running. */
  readonly finishedAt?: string
}

const CONTENT_TYPE_ID = 'migration'

const field = { localized: false, disabled: false, omitted: false, validations: [] }

/** The model does not contain it, so that the site neither queries nor changes it. */
const CONTENT_TYPE = {
  name: 'Migration',
  description:
    'A script of cms/migrations that was run in this environment. The command npm run cms -- migrate writes it.',
  displayField: 'name',
  fields: [
    { ...field, id: 'name', name: 'Name', type: 'Symbol', required: true },
    { ...field, id: 'runId', name: 'Run', type: 'Symbol', required: true },
    { ...field, id: 'startedAt', name: 'Started at', type: 'Date', required: true },
    { ...field, id: 'finishedAt', name: 'Finished at', type: 'Date', required: false },
  ],
}

const getEntryId = (name: string) => `migration-${name}`

/** Reads the records of an environment by the name of their script. */
export async function readMigrationRecords({ client }: SpaceClient): Promise<ReadonlyMap<string, MigrationRecord>> {
  const entries = await readAllPages((query) =>
    client.entry.getMany({ query: { ...query, content_type: CONTENT_TYPE_ID } }),
  ).catch((error: unknown) => {
    // The content type does not exist: no script was run.
    if (parseApiError(error).status === 400) return new Map<string, ActualEntry>()
    throw error
  })
  return new Map([...entries.values()].map((entry) => [String(getValue(entry, 'name')), parseRecord(entry)]))
}

const parseRecord = (entry: ActualEntry): MigrationRecord => {
  const finishedAt = getValue(entry, 'finishedAt')
  return {
    name: String(getValue(entry, 'name')),
    runId: String(getValue(entry, 'runId')),
    startedAt: String(getValue(entry, 'startedAt')),
    ...(typeof finishedAt === 'string' && { finishedAt }),
  }
}

const getValue = ({ fields }: ActualEntry, name: string): unknown => fields[name]?.[LOCALE]

/**
 * Writes a record: a draft while the script runs, published when it is finished. Creates the content type first. Throws
 * `UserError` if another process has started the same script since `previous` was read.
 */
export async function writeMigrationRecord(
  space: SpaceClient,
  record: MigrationRecord,
  previous: MigrationRecord | undefined,
): Promise<void> {
  const { contentType, entry } = space.client
  const readType = () => contentType.get({ contentTypeId: CONTENT_TYPE_ID })
  const actualType = await retryTruncatedResponse(readType).catch(ignoreNotFound)
  await reconcile(createContentTypeResource(space), { id: CONTENT_TYPE_ID }, actualType, () => {})
  const id = getEntryId(record.name)
  const actual = await retryTruncatedResponse(() => entry.get({ entryId: id })).catch(ignoreNotFound)
  await reconcile(createRecordResource(space, previous), { ...record, id }, actual, () => {})
}

/** Deletes the record of a script that has written nothing. */
export async function deleteMigrationRecord({ client }: SpaceClient, name: string): Promise<void> {
  await client.entry.delete({ entryId: getEntryId(name) }).catch(ignoreNotFound)
}

const withoutDiff = { dependsOn: () => [], compare: () => ({ changes: [], preserved: [] }) }

function createContentTypeResource({
  client: { contentType },
}: SpaceClient): ResourceType<{ readonly id: string }, ContentTypeProps> {
  const params = { contentTypeId: CONTENT_TYPE_ID }
  return {
    ...withoutDiff,
    name: 'content type',
    read: () => contentType.get(params),
    nextStep(_, actual) {
      if (!actual)
        return { action: 'create', run: () => contentType.createWithId(params, structuredClone(CONTENT_TYPE)) }
      const hasField = ({ id, type }: { readonly id: string; readonly type: string }) =>
        actual.fields.some((other) => other.id === id && other.type === type)
      if (!CONTENT_TYPE.fields.every(hasField))
        throw new UserError(
          `The space has a content type "${CONTENT_TYPE_ID}" with other fields than ${CONTENT_TYPE.fields.map(({ id }) => id).join(', ')}: give it another id, because scripts that were run are noted in it`,
        )
      return needsPublishing(actual.sys) ? { action: 'publish', run: () => contentType.publish(params, actual) } : null
    },
  }
}

/** An entry whose run is neither that of the record nor that of `previous` belongs to another process. */
function createRecordResource(
  { client: { entry } }: SpaceClient,
  previous: MigrationRecord | undefined,
): ResourceType<MigrationRecord & { readonly id: string }, ActualEntry> {
  return {
    ...withoutDiff,
    name: 'entry',
    read: (id) => entry.get({ entryId: id }),
    nextStep({ id, ...record }, actual) {
      const params = { entryId: id }
      const fields = Object.fromEntries(Object.entries(record).map(([key, value]) => [key, { [LOCALE]: value }]))
      if (!actual)
        return {
          action: 'create',
          run: () => entry.createWithId({ ...params, contentTypeId: CONTENT_TYPE_ID }, { fields }),
        }
      const found = parseRecord(actual)
      if (found.runId !== record.runId && found.runId !== previous?.runId)
        throw new UserError(
          `${record.name} was started by another process at ${found.startedAt}: wait until it has ended`,
        )
      if (found.runId !== record.runId || found.finishedAt !== record.finishedAt)
        return { action: 'update', run: () => entry.update(params, { ...actual, fields }) }
      if (record.finishedAt && needsPublishing(actual.sys))
        return { action: 'publish', run: () => entry.publish(params, actual) }
      return null
    },
  }
}
