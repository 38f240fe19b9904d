import * as z from 'zod'
import {
  type ContentTypeDefinition,
  type FieldDefinition,
  getLinkedContentTypes,
} from '#local/shared/content-type-definition.ts'
import { memoizeByObject } from '#local/shared/memoize-by-object.ts'
import type { LocaleDefinition } from '#local/store/store.ts'
import { createTypeError, findTypeErrors } from './field-values.ts'
import type { ErrorDetail } from './rest-error.ts'
import { getValueKind, type ValueKind } from './value-filter.ts'

/** A field, with what queries, GraphQL and validation derive from it. */
export type CompiledField = ReturnType<typeof compileField>

function compileField(field: FieldDefinition) {
  const { type, items } = field
  const linking = type === 'Array' ? items : field
  return {
    ...field,
    /** How its values are compared. */
    kind: getValueKind(type === 'Array' && items?.type === 'Symbol' ? 'Symbols' : type),
    /** The link type of a link or a list of links: `Entry` or `Asset`. `undefined` for other fields. */
    targetType: linking?.type === 'Link' ? linking.linkType : undefined,
    isLinkList: type === 'Array' && linking?.type === 'Link',
    /** Ids of the content types that it may link to; `undefined` if it may link to all. */
    linkedTypes: getLinkedContentTypes(field),
  }
}

/** A content type, with what REST queries, GraphQL and validation derive from it. */
export type CompiledContentType = ReturnType<typeof compileContentType>

/** Compiles a content type, once for each definition object. */
export const compileContentType = memoizeByObject((definition: ContentTypeDefinition) => {
  const fields = definition.fields.map(compileField)
  return {
    ...definition,
    fields,
    /** What queries can filter and order by: kinds of values by path, for example `fields.title`. */
    valueKinds: new Map(fields.flatMap(listFieldPaths)),
    /** The fields that the full-text search covers. */
    textFields: fields.filter(({ kind }) => ['Symbol', 'Symbols', 'Text', 'RichText'].includes(kind)),
    /** Returns an error for each value of a field that the content type does not have. */
    findUnknownFields: (values: object): readonly ErrorDetail[] =>
      Object.keys(values)
        .filter((name) => !fields.some(({ id }) => id === name))
        .map((name) => {
          const details = `The content type "${definition.id}" has no field "${name}"`
          return { name: 'unknown', path: ['fields', name], details }
        }),
    /** Returns the errors that prevent saving values as a draft. `values`: field id → locale → value, as they were sent. */
    validateDraft: (values: Readonly<Record<string, unknown>>, locales: readonly LocaleDefinition[]) =>
      fields.flatMap((field): readonly ErrorDetail[] => {
        const { success, data: valuesByLocale } = valuesByLocaleSchema.safeParse(values[field.id])
        if (!success) return [createTypeError('Object', values[field.id], ['fields', field.id])]
        return Object.entries(valuesByLocale).flatMap(([locale, value]) => {
          // `null` is stored and returned as it is, and means that there is no value.
          if (value === null) return []
          const path = ['fields', field.id, locale]
          const details = explainInvalidLocale(field, locale, locales)
          return details ? [{ name: 'unknown', path, value, details }] : findTypeErrors(field, value, path)
        })
      }),
  }
})

const valuesByLocaleSchema = z.record(z.string(), z.unknown()).default({})

function listFieldPaths({ id, kind, targetType, isLinkList }: CompiledField): readonly [string, ValueKind][] {
  const fieldPath: [string, ValueKind] = [`fields.${id}`, kind]
  return targetType ? [fieldPath, [`fields.${id}.sys.id`, isLinkList ? 'Symbols' : 'Symbol']] : [fieldPath]
}

function explainInvalidLocale({ id, localized }: FieldDefinition, code: string, locales: readonly LocaleDefinition[]) {
  const locale = locales.find((candidate) => candidate.code === code)
  if (!locale) return `There is no locale "${code}"`
  if (locale.default || localized) return undefined
  const defaultLocale = locales.find((candidate) => candidate.default)?.code
  return `The field "${id}" is not localized: it can only have a value in "${defaultLocale}"`
}
