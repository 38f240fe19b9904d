import type { PlainClientAPI } from 'contentful-management'
import { uploadFile } from '#local-tests/test-contentful.ts'
import { LOCALE } from '#shared/constants.ts'

/** Changes a field of an entry and publishes it. Resolves with the previous value. */
export async function publishField(management: PlainClientAPI, entryId: string, field: string, value: unknown) {
  const entry = await management.entry.get({ entryId })
  const fields = { ...entry.fields, [field]: { [LOCALE]: value } }
  await management.entry.publish({ entryId }, await management.entry.update({ entryId }, { ...entry, fields }))
  return entry.fields[field]?.[LOCALE]
}

interface Space {
  readonly client: PlainClientAPI
}

/** Saves a field of an entry without publishing it, as the web app does while an editor types. */
export async function saveDraft({ client }: Space, entryId: string, field: string, value: unknown) {
  const entry = await client.entry.get({ entryId })
  return client.entry.update({ entryId }, { ...entry, fields: { ...entry.fields, [field]: { [LOCALE]: value } } })
}

/** Saves a field of an entry without publishing it. Returns a function that restores and publishes the entry. */
export async function saveDraftField(
  management: PlainClientAPI,
  entryId: string,
  field: string,
  value: unknown,
): Promise<() => Promise<void>> {
  const { fields } = await management.entry.get({ entryId })
  await saveDraft({ client: management }, entryId, field, value)
  return async () => {
    const { sys } = await management.entry.get({ entryId })
    await management.entry.publish({ entryId }, await management.entry.update({ entryId }, { sys, fields }))
  }
}

/** Adds a field to a content type in the space. The model in the repository does not have it. */
export async function addField({ client }: Space, contentTypeId: string, field: object) {
  const params = { contentTypeId }
  const type = await client.contentType.get(params)
  const defaults = { name: 'Own', required: false, localized: false, disabled: false, omitted: false, validations: [] }
  const fields = [...type.fields, { id: 'own', type: 'Symbol', ...defaults, ...field }]
  await client.contentType.publish(params, await client.contentType.update(params, { ...type, fields }))
}

interface NewFile {
  readonly fileName: string
  readonly contentType?: string
  /** Of the asset; by default as before. */
  readonly title?: string
}

/** Replaces the file of an asset and publishes it. */
export async function replaceFile(space: Space, assetId: string, content: Buffer, { title, ...newFile }: NewFile) {
  const { client } = space
  const uploadFrom = await uploadFile(space, content)
  const asset = await client.asset.get({ assetId })
  const file = { [LOCALE]: { contentType: 'image/jpeg', ...newFile, uploadFrom } }
  const fields = { ...asset.fields, ...(title && { title: { [LOCALE]: title } }), file }
  const changed = await client.asset.update({ assetId }, { ...asset, fields })
  await client.asset.publish({ assetId }, await client.asset.processForAllLocales({}, changed))
}
