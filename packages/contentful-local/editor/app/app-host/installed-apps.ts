import { currentPage, ManagementApiError, requestManagementApi } from '#local/editor/app/management-client.ts'
import { type InstalledApp, installationsSchema, toInstalledApps } from './app-schemas.ts'

/** All installed apps by id. Empty until `loadInstalledApps` is done, before a page renders. */
export const installedApps = new Map<string, InstalledApp>()

/** Loads `installedApps`. Without a response there are none: content is edited with the editor's own controls. */
export async function loadInstalledApps(): Promise<void> {
  try {
    for (const app of toInstalledApps(await requestManagementApi('app_installations?limit=1000', installationsSchema)))
      installedApps.set(app.id, app)
  } catch (error) {
    if (!(error instanceof ManagementApiError)) throw error
    console.error('The installed apps cannot be loaded:', error)
  }
}

/** Returns the path of an app's page in the editor, below the environment. `path`: a path in the app, such as `/list`. */
export const getAppPath = (id: string, path = ''): string => `apps/${encodeURIComponent(id)}${path === '/' ? '' : path}`

/** Returns the apps with a page, with the names that the navigation shows and their paths in the editor. */
export const getAppPages = () =>
  [...installedApps.values()].flatMap((app) => {
    const page = app.locations.find(({ location }) => location === 'page')
    if (!page) return []
    const { name = app.name, path } = page.navigationItem ?? {}
    return { name, path: getAppPath(app.id, path), isCurrent: currentPage.app?.id === app.id }
  })
