import { LOCALE } from '#shared/constants.ts'
import { startSpace, type TestSpace } from '#tests/setup/contentful/start-space.ts'

/** Starts a space with the small seed, with a management client for the edits of an editor. */
export const createSeededSpace = () => startSpace('home')

export type SeededSpace = TestSpace

/** Adds a field to a content type in the space. The model in the repository does not have it. */
export async function addField({ client }: Pick<SeededSpace, 'client'>, contentTypeId: string, field: object) {
  const params = { contentTypeId }
  const type = await client.contentType.get(params)
  const defaults = { name: 'Own', required: false, localized: false, disabled: false, omitted: false, validations: [] }
  const fields = [...type.fields, { id: 'own', type: 'Symbol', ...defaults, ...field }]
  await client.contentType.publish(params, await client.contentType.update(params, { ...type, fields }))
}

/** Saves a field of an entry without publishing it, as the web app does while an editor types. */
export async function saveDraft(
  { client }: Pick<SeededSpace, 'client'>,
  entryId: string,
  field: string,
  value: unknown,
) {
  const entry = await client.entry.get({ entryId })
  return client.entry.update({ entryId }, { ...entry, fields: { ...entry.fields, [field]: { [LOCALE]: value } } })
}
