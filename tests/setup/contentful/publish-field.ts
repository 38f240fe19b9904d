import type { PlainClientAPI } from 'contentful-management'
import { LOCALE } from '#shared/constants.ts'

/** Changes a field of an entry and publishes it. Resolves with the previous value. */
export async function publishField(management: PlainClientAPI, entryId: string, field: string, value: unknown) {
  const entry = await management.entry.get({ entryId })
  const fields = { ...entry.fields, [field]: { [LOCALE]: value } }
  await management.entry.publish({ entryId }, await management.entry.update({ entryId }, { ...entry, fields }))
  return entry.fields[field]?.[LOCALE]
}
