import * as z from 'zod/mini'
import { identifiedSchema, requestManagementApi, toListSchema } from '#local/editor/app/api/management-client.ts'

const locationSchema = z.object({
  location: z.string(),
  navigationItem: z.optional(z.object({ name: z.string(), path: z.string() })),
})

const definitionSchema = z.extend(identifiedSchema, {
  name: z.string(),
  src: z.optional(z.string()),
  locations: z._default(z.array(locationSchema), []),
})

const installationSchema = z.object({
  sys: z.object({ appDefinition: identifiedSchema }),
  parameters: z._default(z.record(z.string(), z.unknown()), {}),
})

const installationsSchema = z.extend(toListSchema(installationSchema), {
  includes: z.optional(z.object({ ResolvedAppDefinition: z.optional(z.array(definitionSchema)) })),
})

/** An app that is installed in the environment: `src` is the URL of the page that is shown in the frame. */
export interface InstalledApp extends Pick<z.output<typeof definitionSchema>, 'name' | 'locations'> {
  readonly id: string
  readonly src: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** All installed apps by id. Empty until `loadInstalledApps` is done, before a page renders. */
export const installedApps = new Map<string, InstalledApp>()

/** Loads `installedApps`. Those without a definition or a `src` cannot be shown, and are left out. */
export async function loadInstalledApps(): Promise<void> {
  const { items, includes } = await requestManagementApi(installationsSchema, 'app_installations?limit=1000')
  const definitions = new Map(includes?.ResolvedAppDefinition?.map((definition) => [definition.sys.id, definition]))
  for (const { sys, parameters } of items) {
    const { id } = sys.appDefinition.sys
    const { name, src, locations } = definitions.get(id) ?? {}
    if (name && src && locations) installedApps.set(id, { id, name, src, locations, parameters })
  }
}

/** Returns why an app cannot be shown in a location of the editor; `undefined` if it can. */
export function findAppProblem(app: InstalledApp | undefined, locationName: string): string | undefined {
  if (!app) return 'it is not installed.'
  if (!app.locations.some(({ location }) => location === locationName)) return `it has no location ${locationName}.`
  const { src } = app
  const url = URL.parse(src)
  // The editor's Content-Security-Policy allows frames of this machine only.
  if (url?.protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(url.hostname))
    return `its address ${src} is not on this machine. Install it with an address that starts with http://127.0.0.1.`
  // The app could read the token in the editor's page.
  if (url.origin === location.origin)
    return `its address ${src} is that of the local Contentful. Serve it on another port, and install it with that address.`
  return undefined
}

/** Returns the path of an app's page in the editor, below the environment. `path`: a path in the app, such as `/list`. */
export const getAppPath = (id: string, path = ''): string => `apps/${encodeURIComponent(id)}${path === '/' ? '' : path}`
