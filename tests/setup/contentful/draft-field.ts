import type { PlainClientAPI } from 'contentful-management'
import { LOCALE } from '#shared/constants.ts'

/** Saves a field of an entry without publishing it. Returns a function that restores and publishes the entry. */
export async function saveDraftField(
  management: PlainClientAPI,
  entryId: string,
  field: string,
  value: unknown,
): Promise<() => Promise<void>> {
  const before = await management.entry.get({ entryId })
  await management.entry.update({ entryId }, { ...before, fields: { ...before.fields, [field]: { [LOCALE]: value } } })
  return async () => {
    const { sys } = await management.entry.get({ entryId })
    const restored = await management.entry.update({ entryId }, { sys, fields: before.fields })
    await management.entry.publish({ entryId }, restored)
  }
}
