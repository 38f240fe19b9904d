import * as z from 'zod'
import type { ErrorDetail } from '#local/http/rest-error.ts'
import type { LocaleDefinition } from '#local/store/store.ts'
import { type ContentTypeDefinition, type FieldDefinition, getLinkedContentTypes } from './content-type-definition.ts'
import { createTypeError, findTypeErrors } from './field-values.ts'
import { parseValidations, type ValidationRules } from './validation-schema.ts'
import { getValueKind, type ValueKind } from './value-filter.ts'

/** A field, with what queries and GraphQL derive from it. */
export interface CompiledField extends FieldDefinition {
  /** How its values are compared. */
  readonly kind: ValueKind
  /** The link type of a link or a list of links: `Entry` or `Asset`. `undefined` for other fields. */
  readonly targetType: string | undefined
  /** Whether it is a list of links. */
  readonly isLinkList: boolean
  /** Ids of the content types that it may link to; `undefined` if it may link to all. */
  readonly linkedTypes: readonly string[] | undefined
  /** The maximum number of items of a list; `undefined` if its validations have none. */
  readonly maxItems: number | undefined
  /** Returns the validations of the field and of its items. Throws if one is not supported. */
  readonly getRules: () => FieldRules
}

interface FieldRules {
  readonly own: readonly ValidationRules[]
  readonly items: readonly ValidationRules[]
}

/** A content type, with what REST queries, GraphQL and validation derive from it. */
export interface CompiledContentType extends ContentTypeDefinition {
  readonly fields: readonly CompiledField[]
  /** The fields that the delivery API and GraphQL return. */
  readonly deliveredFields: readonly CompiledField[]
  /** What queries can filter and order by: kinds of values by path, for example `fields.title`. */
  readonly valueKinds: ReadonlyMap<string, ValueKind>
  /** The paths that the full-text search covers. */
  readonly textPaths: readonly string[]
  /** Returns an error for each value of a field that the content type does not have. */
  readonly findUnknownFields: (values: object) => readonly ErrorDetail[]
  /** Returns the errors that prevent saving the values as a draft. */
  readonly validateDraft: (values: SentValues, locales: readonly LocaleDefinition[]) => readonly ErrorDetail[]
}

/** The `fields` of a request body: field id → locale → value. */
type SentValues = Readonly<Record<string, unknown>>

/** Finds a content type by id. */
export type GetContentType = (id: string) => ContentTypeDefinition | undefined

const compiledTypes = new WeakMap<ContentTypeDefinition, CompiledContentType>()

/** Compiles a content type, once for each definition object. */
export function compileContentType(definition: ContentTypeDefinition): CompiledContentType {
  const compiled = compiledTypes.get(definition) ?? createCompiledType(definition)
  compiledTypes.set(definition, compiled)
  return compiled
}

function createCompiledType(definition: ContentTypeDefinition): CompiledContentType {
  const fields = definition.fields.map(compileField)
  return {
    ...definition,
    fields,
    deliveredFields: fields.filter(({ omitted }) => !omitted),
    valueKinds: new Map(fields.flatMap(listFieldPaths)),
    textPaths: fields
      .filter(({ kind }) => ['Symbol', 'Symbols', 'Text', 'RichText'].includes(kind))
      .map(({ id }) => `fields.${id}`),
    findUnknownFields: (values) =>
      Object.keys(values)
        .filter((name) => !fields.some(({ id }) => id === name))
        .map((name) => {
          const details = `The content type "${definition.id}" has no field "${name}"`
          return { name: 'unknown', path: ['fields', name], details }
        }),
    validateDraft: (values, locales) =>
      fields.flatMap((field) => {
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
}

const valuesByLocaleSchema = z.record(z.string(), z.unknown()).default({})

function compileField(field: FieldDefinition): CompiledField {
  const { type, items, validations } = field
  const linking = type === 'Array' ? items : field
  const size = validations?.find((validation) => 'size' in validation)?.size
  const max = typeof size === 'object' && size !== null && 'max' in size ? size.max : undefined
  let rules: FieldRules | undefined
  return {
    ...field,
    kind: getValueKind(type === 'Array' && items?.type === 'Symbol' ? 'Symbols' : type),
    targetType: linking?.type === 'Link' ? linking.linkType : undefined,
    isLinkList: type === 'Array' && linking?.type === 'Link',
    linkedTypes: getLinkedContentTypes(field),
    maxItems: typeof max === 'number' ? max : undefined,
    // Parsed later, because the delivery APIs accept content types with unsupported validations.
    getRules: () => {
      rules ??= { own: parseValidations(validations), items: parseValidations(items?.validations) }
      return rules
    },
  }
}

function listFieldPaths({ id, type, kind, items }: CompiledField): readonly (readonly [string, ValueKind])[] {
  const fieldPath = [`fields.${id}`, kind] as const
  if (type === 'Link') return [fieldPath, [`fields.${id}.sys.id`, 'Symbol']]
  return items?.type === 'Link' ? [fieldPath, [`fields.${id}.sys.id`, 'Symbols']] : [fieldPath]
}

function explainInvalidLocale({ id, localized }: FieldDefinition, code: string, locales: readonly LocaleDefinition[]) {
  const locale = locales.find((candidate) => candidate.code === code)
  if (!locale) return `There is no locale "${code}"`
  if (locale.default || localized) return undefined
  const defaultLocale = locales.find((candidate) => candidate.default)?.code
  return `The field "${id}" is not localized: it can only have a value in "${defaultLocale}"`
}
