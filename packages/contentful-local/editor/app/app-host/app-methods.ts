import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { currentPage, getEditorPath, getEntityUrl } from '#local/editor/app/api/management-client.ts'
import type { FieldStates } from './app-messages.ts'
import type { AppMethodHandler, AppMethodHandlers } from './create-app-host.ts'
import { getAppPath } from './installed-apps.ts'

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
    if (currentPage.app?.id === id)
      history.replaceState(null, '', url) // the frame is kept
    else location.assign(url)
    return { navigated: true, path }
  }),
})

/** Whether a path stays below the page of the app: with `..` it would open any address of the local Contentful. */
function staysBelowApp(path: string): boolean {
  return URL.parse(`http://127.0.0.1/app${path}`)?.pathname.startsWith('/app/') === true
}

const fieldParametersSchema = z.tuple([z.string(), z.string()], z.unknown())

/** Creates the methods of the App SDK's `field` and `entry.fields` in an entry field. `null` removes a value of the form. */
export function createFieldMethods(
  { values, isDisabled }: FieldStates,
  setFormValue: (fieldId: string, value: unknown) => void,
): AppMethodHandlers {
  const setValue = (fieldId: string, locale: string, value: unknown) => {
    if (locale !== DEFAULT_LOCALE || !Object.hasOwn(values, fieldId))
      throw new Error(`The form has no field ${fieldId} for the locale ${locale}`)
    if (isDisabled) throw new Error('The entry is archived. Unarchive it before you change a field.')
    setFormValue(fieldId, value ?? null)
    return value
  }
  return {
    setValue: defineMethod(fieldParametersSchema, ([fieldId, locale, value]) => setValue(fieldId, locale, value)),
    removeValue: defineMethod(fieldParametersSchema, ([fieldId, locale]) => setValue(fieldId, locale, undefined)),
  }
}
