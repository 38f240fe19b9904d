import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { type AppMethodHandlers, defineMethod } from './create-app-host.ts'

/** What apps in an entry field can do with the form of the entry. */
interface EntryForm {
  readonly hasField: (fieldId: string) => boolean
  readonly isDisabled: () => boolean
  /** `null` removes the value. */
  readonly setValue: (fieldId: string, value: unknown) => void
}

/** Creates the methods of the App SDK's `field` and `entry.fields` in an entry field. */
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
  }
}
