import { currentPage, requestManagementApi } from '#local/editor/app/api/management-client.ts'
import { type AppInstallations, type InstalledApp, toInstalledApps } from './app-installations.ts'

/** All installed apps by id. Empty until `loadInstalledApps` is done, before a page renders. */
export const installedApps = new Map<string, InstalledApp>()

/** Loads `installedApps`. */
export async function loadInstalledApps(): Promise<void> {
  const installations = await requestManagementApi<AppInstallations>('app_installations?limit=1000')
  for (const app of toInstalledApps(installations)) installedApps.set(app.id, app)
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
