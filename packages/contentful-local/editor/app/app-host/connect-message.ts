import { DEFAULT_LOCALE } from '#local/constants.ts'
import type { ContentItem } from '#local/editor/app/api-schemas.ts'
import type { InstalledApp } from './app-schemas.ts'
import type { FieldStates } from './field-states.ts'

interface Resource {
  readonly sys: { readonly id: string }
}

/** A field of a content type in the management API. */
export interface ContentTypeField {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly localized?: boolean | undefined
  readonly required?: boolean | undefined
  readonly validations?: readonly unknown[] | undefined
  readonly items?: unknown
  readonly linkType?: unknown
}

interface Locale {
  readonly code: string
  readonly name: string
  readonly default: boolean
  readonly fallbackCode: string | null
  readonly optional: boolean
}

/** What the App SDK knows of space, environment and user, in the representation of the management API. */
export interface AppContext {
  readonly user: Resource
  readonly locales: readonly Locale[]
  readonly contentTypes: readonly (Resource & { readonly fields: readonly ContentTypeField[] })[]
  /** Host name and port of all APIs. */
  readonly host: string
  readonly ids: {
    readonly user: string
    readonly organization: string
    readonly space: string
    readonly environment: string
    readonly environmentAlias?: string
  }
}

/** The part of the connect message that is the same in all locations. */
const createBaseMessage = (app: InstalledApp, { user, locales, contentTypes, host, ids }: AppContext) => {
  const byCode = <Value>(getValue: (locale: Locale) => Value) =>
    Object.fromEntries(locales.map((locale) => [locale.code, getValue(locale)]))
  const { id } = user.sys
  return {
    user: { ...user, spaceMembership: { sys: { type: 'SpaceMembership', id }, admin: true, roles: [] } },
    locales: {
      default: locales.find((locale) => locale.default)?.code ?? DEFAULT_LOCALE,
      available: locales.map(({ code }) => code),
      names: byCode(({ name }) => name),
      fallbacks: byCode(({ fallbackCode }) => fallbackCode ?? undefined),
      optional: byCode(({ optional }) => optional),
      direction: byCode(({ code }) => (RIGHT_TO_LEFT.test(code) ? 'rtl' : 'ltr')),
    },
    uiLanguageLocale: 'en-US',
    initialContentTypes: contentTypes,
    ids: { ...ids, app: app.id },
    hostnames: { webapp: host, management: host, upload: host, delivery: host, preview: host, graphql: host },
  }
}

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ps|ur|yi)\b/

/** Creates the connect message of a page. `path`: the path in the app. */
export const createPageMessage = (app: InstalledApp, context: AppContext, path: string) => ({
  ...createBaseMessage(app, context),
  location: 'page',
  parameters: { installation: app.parameters, instance: {}, invocation: { path } },
})

interface EditedField {
  readonly item: ContentItem
  readonly fieldId: string
  readonly states: FieldStates
  /** Settings of the control, without the help text, which the editor shows. */
  readonly instanceParameters: Readonly<Record<string, unknown>>
}

/** Creates the connect message of an entry field. Throws if the content type does not have the field. */
export function createFieldMessage(
  app: InstalledApp,
  context: AppContext,
  { item, fieldId, states, instanceParameters }: EditedField,
) {
  const typeId = item.sys.contentType?.sys.id
  const contentType = context.contentTypes.find(({ sys }) => sys.id === typeId)
  const codes = context.locales.map(({ code }) => code)
  const fieldInfo = (contentType?.fields ?? []).map((field) => createFieldInfo(field, codes, item, states))
  const field = fieldInfo.find(({ id }) => id === fieldId)
  if (!field) throw new Error(`The content type ${typeId} has no field ${fieldId}`)
  const base = createBaseMessage(app, context)
  const { locales: _, values, isDisabled, schemaErrors, ...definition } = field
  return {
    ...base,
    location: 'entry-field',
    parameters: { installation: app.parameters, instance: instanceParameters, invocation: {} },
    ids: { ...base.ids, field: fieldId, entry: item.sys.id, contentType: typeId },
    contentType,
    entry: { sys: item.sys, metadata: item.metadata },
    editor: { localeSettings: { mode: 'single', focused: DEFAULT_LOCALE }, showHiddenFields: false },
    fieldInfo,
    field: {
      ...definition,
      locale: DEFAULT_LOCALE,
      value: values[DEFAULT_LOCALE],
      isDisabled: isDisabled[DEFAULT_LOCALE],
      schemaErrors: schemaErrors[DEFAULT_LOCALE],
    },
  }
}

/** The form has the values of the default locale; those of other locales are read-only. */
function createFieldInfo(field: ContentTypeField, codes: readonly string[], item: ContentItem, states: FieldStates) {
  const { id, name, type, localized = false, required = false, validations = [], items, linkType } = field
  const locales = localized ? codes : codes.filter((code) => code === DEFAULT_LOCALE)
  const byLocale = (inForm: unknown, getOther: (code: string) => unknown) =>
    Object.fromEntries(locales.map((code) => [code, code === DEFAULT_LOCALE ? inForm : getOther(code)]))
  return {
    id,
    name,
    type,
    required,
    validations,
    ...(items !== undefined && { items }),
    ...(linkType !== undefined && { linkType }),
    locales,
    values: byLocale(states.values[id] ?? undefined, (code) => item.fields[id]?.[code]),
    isDisabled: byLocale(states.isDisabled || !(id in states.values), () => true),
    schemaErrors: byLocale([], () => []), // the editor shows what is wrong
  }
}
