import * as z from 'zod/mini'
import { getItemPath } from '#local/editor/app/api-schemas.ts'
import type { SearchOptions } from '#local/editor/app/content-library.ts'
import { type AppMethodHandlers, defineMethod } from './create-app-host.ts'

/** What apps in all locations can do in the editor. */
interface EditorActions {
  readonly showStatus: (text: string) => void
  readonly setHeight: (height: number) => void
  readonly alert: (text: string) => void
  readonly confirm: (text: string) => boolean
  /** Returns `null` if the dialog was cancelled. */
  readonly prompt: (text: string, defaultValue: string) => string | null
  /** Lets the user choose an entry or asset; resolves to `null` if the dialog was closed. */
  readonly selectItem: (options: SearchOptions) => Promise<unknown>
  /** Opens a page of the editor. `path`: below the environment. */
  readonly openPage: (path: string) => void
  readonly openAppPage: (id: string, path: string) => void
  readonly openNewEntry: (contentTypeId: string) => Promise<void>
}

const dialogSchema = z.object({
  title: z.optional(z.string()),
  message: z.optional(z.string()),
  defaultValue: z.optional(z.string()),
  entityType: z.optional(z.string()),
  multiple: z.optional(z.boolean()),
  contentTypes: z.optional(z.array(z.string())),
  mimetypeGroups: z.optional(z.array(z.string())),
})

const entitySchema = z.object({
  entityType: z.enum(['Entry', 'Asset']),
  id: z.nullish(z.string()),
  contentTypeId: z.optional(z.string()),
})

const anything = z.unknown()

/** Creates the methods of the App SDK that are the same in all locations. */
export function createSharedMethods(actions: EditorActions): AppMethodHandlers {
  let isChoosing = false
  const selectItem = async (options: SearchOptions) => {
    if (isChoosing) throw new Error('The app has already opened a dialog. It can open another one when that is closed.')
    isChoosing = true
    try {
      return await actions.selectItem(options)
    } finally {
      isChoosing = false
    }
  }
  const openDialog = (type: string, options: z.output<typeof dialogSchema>) => {
    const { title, message, defaultValue = '', entityType, multiple = false, contentTypes, mimetypeGroups } = options
    const text = [title, message].filter(Boolean).join('\n\n')
    if (type === 'alert') {
      actions.alert(text)
      return true
    }
    if (type === 'confirm') return actions.confirm(text)
    if (type === 'prompt') return actions.prompt(text, defaultValue) ?? false
    const isItem = entityType === 'Entry' || entityType === 'Asset'
    if (type !== 'entitySelector' || !isItem || multiple)
      throw new Error(
        `The dialog ${type}${multiple ? ' for several items' : ''} is not supported by the local Contentful`,
      )
    return selectItem({
      collection: entityType === 'Asset' ? 'assets' : 'entries',
      parameters: contentTypes ? { 'sys.contentType.sys.id[in]': contentTypes.join() } : {},
      ...(mimetypeGroups && { mediaTypeGroups: mimetypeGroups }),
    })
  }
  const openEntity = async ({ entityType, id, contentTypeId }: z.output<typeof entitySchema>) => {
    if (id) actions.openPage(getItemPath({ type: entityType, id }))
    else if (contentTypeId !== undefined) await actions.openNewEntry(contentTypeId)
    else throw new Error('Opening a new asset is not supported by the local Contentful. Upload it in Media.')
    return { navigated: true }
  }
  const pageSchema = z.object({
    type: z.literal('app'),
    id: z.string(),
    path: z.optional(z.string().check(z.startsWith('/'), z.refine(staysBelowApp))),
  })
  const routeSchema = z.object({ route: z.enum(['entries', 'assets']) })
  return {
    notify: defineMethod(z.tuple([z.object({ message: z.string() })]), ([{ message }]) => actions.showStatus(message)),
    setHeight: defineMethod(z.tuple([z.number().check(z.nonnegative())]), ([height]) => actions.setHeight(height)),
    setActive: () => undefined, // the frame has the focus: the editor shows it as all elements
    openDialog: defineMethod(z.tuple([z.string(), dialogSchema]), ([type, options]) => openDialog(type, options)),
    navigateToContentEntity: defineMethod(z.tuple([entitySchema]), ([entity]) => openEntity(entity)),
    navigateToPage: defineMethod(z.tuple([pageSchema]), ([{ id, path = '/' }]) => {
      actions.openAppPage(id, path)
      return { navigated: true, path }
    }),
    navigateToSpaceEnvRoute: defineMethod(z.tuple([routeSchema]), ([{ route }]) => actions.openPage(route)),
    checkAccess: defineMethod(z.tuple([z.string()], anything), () => true),
    checkAppConfigAccess: () => false, // there is no configuration screen
  }
}

/** Whether a path stays below the page of the app: with `..` it would open any address of the local Contentful. */
const staysBelowApp = (path: string): boolean =>
  URL.parse(`http://127.0.0.1/app${path}`)?.pathname.startsWith('/app/') === true
