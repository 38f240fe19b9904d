import * as z from 'zod/mini'
import { DEFAULT_LOCALE, LOCAL_ORGANIZATION_ID, LOCAL_USER } from '#local/constants.ts'
import type { EditorField } from '#local/editor/app/api/content-types.ts'
import { currentPage, getEditorPath, getEntityUrl } from '#local/editor/app/api/management-client.ts'
import { type EntityEditor, isEqual } from '#local/editor/app/use-entity-editor.ts'
import { getPublishState } from '#local/shared/publish-state.ts'
import type { AppHost, AppMethodHandler, AppMethodHandlers } from './create-app-host.ts'
import { getAppPath, type InstalledApp } from './installed-apps.ts'

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

/** The entry and its form, with values by field id in the default locale. */
type EditedEntry = Pick<EntityEditor, 'entity' | 'values'>

const isArchived = ({ entity }: EditedEntry) => getPublishState(entity.sys) === 'archived'

/** Creates the connect message of an entry field. `instance`: settings of the control. */
export function createFieldConnectMessage(
  app: InstalledApp,
  editor: EditedEntry & Pick<EntityEditor, 'type'>,
  field: EditorField,
  instance: Readonly<Record<string, unknown>>,
) {
  const { entity, type, values } = editor
  const isDisabled = isArchived(editor)
  const base = createBaseMessage(app)
  return {
    ...base,
    location: 'entry-field',
    parameters: { installation: app.parameters, instance, invocation: {} },
    ids: { ...base.ids, field: field.id, entry: entity.sys.id, contentType: type.sys.id },
    contentType: type,
    entry: { sys: entity.sys, metadata: entity.metadata },
    editor: { localeSettings: { mode: 'single', focused: DEFAULT_LOCALE } },
    fieldInfo: type.fields.map((other) => ({
      ...other,
      locales: [DEFAULT_LOCALE],
      values: { [DEFAULT_LOCALE]: values[other.id] ?? undefined },
      isDisabled: { [DEFAULT_LOCALE]: isDisabled },
      schemaErrors: { [DEFAULT_LOCALE]: [] }, // the editor shows what is wrong
    })),
    field: { ...field, locale: DEFAULT_LOCALE, value: values[field.id] ?? undefined, isDisabled, schemaErrors: [] },
  }
}

/** Tells an app what has changed. The form has `null` for no value, the App SDK `undefined`. */
export function sendChanges(send: AppHost['send'], previous: EditedEntry, next: EditedEntry): void {
  const isDisabled = isArchived(next)
  for (const [id, value] of Object.entries(next.values)) {
    if (!isEqual(previous.values[id], value)) send('valueChanged', id, DEFAULT_LOCALE, value ?? undefined)
    if (isArchived(previous) !== isDisabled) send('isDisabledChangedForFieldLocale', id, DEFAULT_LOCALE, isDisabled)
  }
  if (previous.entity !== next.entity) send('sysChanged', next.entity.sys)
}

/** Defines a method with a schema of its parameters. Calls with other parameters are rejected. */
const defineMethod =
  <Schema extends z.ZodMiniType>(schema: Schema, handle: (parameters: z.output<Schema>) => unknown): AppMethodHandler =>
  (parameters) => {
    const parsed = schema.safeParse(parameters)
    if (!parsed.success) throw new Error(`The parameters of the call are not valid: ${z.prettifyError(parsed.error)}`)
    return handle(parsed.data)
  }

const entityReferenceSchema = z.object({ entityType: z.enum(['Entry', 'Asset']), id: z.string() })

const pageSchema = z.object({
  type: z.literal('app'),
  id: z.string(),
  path: z.optional(z.string().check(z.startsWith('/'), z.refine(staysBelowApp))),
})

/** Creates the methods of the App SDK that are the same in all locations. */
export const createSharedMethods = (
  showStatus: (text: string) => void,
  setHeight: (height: number) => void,
): AppMethodHandlers => ({
  notify: defineMethod(z.tuple([z.object({ message: z.string() })]), ([{ message }]) => showStatus(message)),
  setHeight: defineMethod(z.tuple([z.number().check(z.nonnegative())]), ([height]) => setHeight(height)),
  setActive: () => undefined, // the frame has the focus: the editor shows it as all elements
  navigateToContentEntity: defineMethod(z.tuple([entityReferenceSchema]), ([{ entityType, id }]) => {
    location.assign(getEntityUrl({ type: entityType, id }))
    return { navigated: true }
  }),
  navigateToPage: defineMethod(z.tuple([pageSchema]), ([{ id, path = '/' }]) => {
    const url = getEditorPath(getAppPath(id, path))
    // The frame of the current page is kept.
    if (currentPage.app?.id === id) history.replaceState(null, '', url)
    else location.assign(url)
    return { navigated: true, path }
  }),
})

/** Whether a path stays below the page of the app: with `..` it would open any address of the local Contentful. */
function staysBelowApp(path: string): boolean {
  return URL.parse(`http://127.0.0.1/app${path}`)?.pathname.startsWith('/app/') === true
}

/** Field id and locale, and the value unless it is removed. */
const fieldParametersSchema = z.tuple([z.string(), z.string()], z.unknown())

/** Creates the methods of the App SDK's `field` and `entry.fields` in an entry field. `null` removes a value of the form. */
export function createFieldMethods(editor: EditedEntry & Pick<EntityEditor, 'setValue'>): AppMethodHandlers {
  const setValue = defineMethod(fieldParametersSchema, ([fieldId, locale, value]) => {
    if (locale !== DEFAULT_LOCALE || !Object.hasOwn(editor.values, fieldId))
      throw new Error(`The form has no field ${fieldId} for the locale ${locale}`)
    if (isArchived(editor)) throw new Error('The entry is archived. Unarchive it before you change a field.')
    editor.setValue(fieldId, value ?? null)
    return value
  })
  return { setValue, removeValue: setValue }
}
