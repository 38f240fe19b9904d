import * as z from 'zod'
import type { ContentTypeDefinition, FieldDefinition } from '#cms/graphql/content-type-definition.ts'
import type { ErrorDetail } from '#cms/local/http/rest-error.ts'
import { validateValue } from '#cms/local/management/value-types.ts'
import type { FieldValues, LocaleDefinition } from '#cms/local/store/store.ts'
import { LOCALE } from '#cms/model/locale.ts'

/** Field → locale → value, as entries and assets are sent. */
export const fieldValuesSchema = z.record(z.string(), z.record(z.string(), z.unknown())).default({})

/** A value that is `null` is no value. */
export const removeNullValues = (values: z.output<typeof fieldValuesSchema>): FieldValues =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, byLocale]) => [name, Object.entries(byLocale).filter(([, value]) => value !== null)] as const)
      .filter(([, given]) => given.length > 0)
      .map(([name, given]) => [name, Object.fromEntries(given)]),
  )

/** Values of fields that the content type does not have. */
export const findUnknownFields = ({ id, fields }: ContentTypeDefinition, values: FieldValues): readonly ErrorDetail[] =>
  Object.keys(values)
    .filter((name) => !fields.some((field) => field.id === name))
    .map((name) => ({
      name: 'unknown',
      path: ['fields', name],
      details: `The content type "${id}" has no field "${name}"`,
    }))

/** What keeps values from being saved, even as a draft. */
export const validateDraft = (
  { fields }: ContentTypeDefinition,
  values: FieldValues,
  locales: readonly LocaleDefinition[],
): readonly ErrorDetail[] =>
  fields.flatMap((field) =>
    Object.entries(values[field.id] ?? {}).flatMap(([locale, value]) => {
      const path = ['fields', field.id, locale]
      const strange = localeFlaw(field, locale, locales)
      return strange ? [{ name: 'unknown', path, details: strange }] : validateValue(field, value, path)
    }),
  )

function localeFlaw(field: FieldDefinition, locale: string, locales: readonly LocaleDefinition[]): string | undefined {
  if (!locales.some(({ code }) => code === locale)) return `There is no locale "${locale}"`
  if (locale === LOCALE || field.localized) return undefined
  return `The field "${field.id}" is not localized: it has a value in "${LOCALE}" only`
}
