import { fetchAll, type QueryParams } from 'contentful-management'
import { ignoreNotFound, parseApiError } from '#cms/sync/contentful/api-error.ts'
import { SORTED_PAGES, type SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { LOCALE } from '#shared/constants.ts'

/** Each script that was run in an environment is an entry of this content type, so that copies of the environment have it. */
const CONTENT_TYPE_ID = 'migration'

const field = { required: true, localized: false, disabled: false, omitted: false, validations: [] }

/** The model does not contain it, so that the site neither queries nor changes it. */
const CONTENT_TYPE = {
  name: 'Migration',
  description:
    'A script of cms/migrations that was run in this environment. The command npm run cms -- migrate writes it.',
  displayField: 'name',
  fields: [
    { ...field, id: 'name', name: 'Name', type: 'Symbol' },
    { ...field, id: 'finishedAt', name: 'Finished at', type: 'Date' },
  ],
}

/** Reads the names of the scripts that were run in an environment. */
export async function readAppliedMigrations({ client }: SpaceClient): Promise<ReadonlySet<string>> {
  const query = { ...SORTED_PAGES, content_type: CONTENT_TYPE_ID }
  const entries = await fetchAll((page: QueryParams) => client.entry.getMany(page), { query }).catch((error) => {
    // The content type does not exist: no script was run.
    if (parseApiError(error).status === 400) return []
    throw error
  })
  return new Set(entries.map(({ fields }) => String(fields.name?.[LOCALE])))
}

/** Notes that a script was run. Creates the content type first. */
export async function recordMigration({ client: { contentType, entry } }: SpaceClient, name: string): Promise<void> {
  const typeParams = { contentTypeId: CONTENT_TYPE_ID }
  const existing = await contentType.get(typeParams).catch(ignoreNotFound)
  const type = existing ?? (await contentType.createWithId(typeParams, structuredClone(CONTENT_TYPE)))
  if (!type.sys.publishedVersion) await contentType.publish(typeParams, type)
  const params = { entryId: `migration-${name}`, ...typeParams }
  const fields = { name: { [LOCALE]: name }, finishedAt: { [LOCALE]: new Date().toISOString() } }
  const record = (await entry.get(params).catch(ignoreNotFound)) ?? (await entry.createWithId(params, { fields }))
  if (!record.sys.publishedVersion) await entry.publish(params, record)
}
