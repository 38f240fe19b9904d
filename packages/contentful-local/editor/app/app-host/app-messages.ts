import { DEFAULT_LOCALE, LOCAL_ORGANIZATION_ID, LOCAL_USER } from '#local/constants.ts'
import type { EditorContentType, EditorField, Entity } from '#local/editor/app/api/api-types.ts'
import { currentPage } from '#local/editor/app/api/management-client.ts'
import type { InstalledApp } from './installed-apps.ts'

/** The part of the connect message that is the same in all locations. The editor has one locale, and so have its apps. */
const createBaseMessage = (app: InstalledApp) => ({
  user: LOCAL_USER,
  locales: { default: DEFAULT_LOCALE, available: [DEFAULT_LOCALE], names: { [DEFAULT_LOCALE]: DEFAULT_LOCALE } },
  ids: { ...currentPage.ids, user: LOCAL_USER.sys.id, organization: LOCAL_ORGANIZATION_ID, app: app.id },
})

export const createPageConnectMessage = (app: InstalledApp, path: string) => ({
  ...createBaseMessage(app),
  location: 'page',
  parameters: { installation: app.parameters, instance: {}, invocation: { path } },
})

/** The form of an entry as apps see it: values by field id, in the default locale. */
export interface FieldStates {
  readonly values: Readonly<Record<string, unknown>>
  readonly isDisabled: boolean
}

interface EditedField {
  readonly entity: Entity
  readonly type: EditorContentType
  readonly field: EditorField
  readonly states: FieldStates
  /** Settings of the control, without the help text, which the editor shows. */
  readonly instanceParameters: Readonly<Record<string, unknown>>
}

/** Creates the connect message of an entry field. */
export function createFieldConnectMessage(app: InstalledApp, edited: EditedField) {
  const { entity, type, field, states, instanceParameters } = edited
  const base = createBaseMessage(app)
  return {
    ...base,
    location: 'entry-field',
    parameters: { installation: app.parameters, instance: instanceParameters, invocation: {} },
    ids: { ...base.ids, field: field.id, entry: entity.sys.id, contentType: type.sys.id },
    contentType: type,
    entry: { sys: entity.sys, metadata: entity.metadata },
    editor: { localeSettings: { mode: 'single', focused: DEFAULT_LOCALE } },
    fieldInfo: type.fields.map((other) => ({
      ...describeDefinition(other),
      locales: [DEFAULT_LOCALE],
      values: { [DEFAULT_LOCALE]: states.values[other.id] ?? undefined },
      isDisabled: { [DEFAULT_LOCALE]: states.isDisabled },
      schemaErrors: { [DEFAULT_LOCALE]: [] }, // the editor shows what is wrong
    })),
    field: {
      ...describeDefinition(field),
      locale: DEFAULT_LOCALE,
      value: states.values[field.id] ?? undefined,
      isDisabled: states.isDisabled,
      schemaErrors: [],
    },
  }
}

const describeDefinition = (field: EditorField) => ({
  ...field,
  required: field.required ?? false,
  validations: field.validations ?? [],
})

type AppEvent = readonly [method: string, ...parameters: readonly unknown[]]

/** Returns the events that tell an app which fields have changed. The form has `null` for no value, the App SDK `undefined`. */
export const getChangeEvents = (previous: FieldStates, next: FieldStates): readonly AppEvent[] =>
  Object.entries(next.values).flatMap(([id, value]) => {
    const isChanged = JSON.stringify(previous.values[id]) !== JSON.stringify(value)
    const events: AppEvent[] = isChanged ? [['valueChanged', id, DEFAULT_LOCALE, value ?? undefined]] : []
    if (previous.isDisabled !== next.isDisabled)
      events.push(['isDisabledChangedForFieldLocale', id, DEFAULT_LOCALE, next.isDisabled])
    return events
  })
