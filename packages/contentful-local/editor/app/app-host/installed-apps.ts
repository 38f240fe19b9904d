import type { AppDefinitionProps, AppInstallationProps, CollectionProp } from 'contentful-management'
import { requestManagementApi } from '#local/editor/app/api/management-client.ts'

/** An app that is installed in the environment: `src` is the URL of the page that is shown in the frame. */
export interface InstalledApp extends Required<Pick<AppDefinitionProps, 'name' | 'src' | 'locations'>> {
  readonly id: string
  readonly parameters: AppInstallationProps['parameters']
}

/** All installed apps by id. Empty until `loadInstalledApps` is done, before a page renders. */
export const installedApps = new Map<string, InstalledApp>()

interface AppInstallations extends CollectionProp<AppInstallationProps> {
  readonly includes?: { readonly ResolvedAppDefinition?: readonly AppDefinitionProps[] }
}

/** Loads `installedApps`. Those without a definition or a `src` cannot be shown, and are left out. */
export async function loadInstalledApps(): Promise<void> {
  const { items, includes } = await requestManagementApi<AppInstallations>('app_installations?limit=1000')
  const definitions = new Map(includes?.ResolvedAppDefinition?.map((definition) => [definition.sys.id, definition]))
  for (const { sys, parameters = {} } of items) {
    const { id } = sys.appDefinition.sys
    const { name = id, src, locations = [] } = definitions.get(id) ?? {}
    if (src) installedApps.set(id, { id, name, src, locations, parameters })
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
