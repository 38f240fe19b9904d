import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { type AppMethodHandlers, defineMethod } from './create-app-host.ts'

const ENTRY_ACTIONS = ['save', 'publish', 'unpublish'] as const
type EntryAction = (typeof ENTRY_ACTIONS)[number]

/** What apps in an entry field can do with the form of the entry. */
interface EntryForm {
  readonly hasField: (fieldId: string) => boolean
  readonly isDisabled: () => boolean
  /** `null` removes the value. */
  readonly setValue: (fieldId: string, value: unknown) => void
  /** Marks the field of the app, or removes its mark. */
  readonly setInvalid: (isInvalid: boolean) => void
  readonly run: (action: EntryAction) => Promise<unknown>
}

/** Creates the methods of the App SDK's `field`, `entry` and `window` in an entry field. */
export function createFieldMethods(form: EntryForm): AppMethodHandlers {
  const setValue = (fieldId: string, locale: string, value: unknown) => {
    if (!form.hasField(fieldId)) throw new Error(`The entry has no field ${fieldId}`)
    if (locale !== DEFAULT_LOCALE)
      throw new Error(`The local Contentful's editor changes values of ${DEFAULT_LOCALE} only, not of ${locale}`)
    if (form.isDisabled()) throw new Error('The entry is archived. Unarchive it before you change a field.')
    form.setValue(fieldId, value ?? null)
    return value
  }
  const fieldParameters = z.tuple([z.string(), z.string()], z.unknown())
  return {
    setValue: defineMethod(fieldParameters, ([fieldId, locale, value]) => setValue(fieldId, locale, value)),
    removeValue: defineMethod(fieldParameters, ([fieldId, locale]) => setValue(fieldId, locale, undefined)),
    setInvalid: defineMethod(z.tuple([z.boolean()], z.unknown()), ([isInvalid]) => form.setInvalid(isInvalid)),
    callEntryMethod: defineMethod(z.tuple([z.string()], z.unknown()), async ([name]) => {
      const action = ENTRY_ACTIONS.find((entryAction) => entryAction === name)
      if (!action) throw new Error(`callEntryMethod ${name} is not supported by the local Contentful`)
      await form.run(action)
    }),
  }
}
