import { createRoot } from 'react-dom/client'
import './editor.css'
import { type Entity, getEntityPath } from './api/api-types.ts'
import { getContentType, getEntityTitle, loadContentTypes } from './api/content-types.ts'
import { type LinkSource, loadLinkSource } from './api/linked-entry.ts'
import {
  currentPage,
  formatError,
  getEditorPath,
  ManagementApiError,
  requestManagementApi,
} from './api/management-client.ts'
import { findAppProblem } from './app-host/app-installations.ts'
import { AppPage } from './app-host/app-page.tsx'
import { installedApps, loadInstalledApps } from './app-host/installed-apps.ts'
import { EntityPage } from './entity-page.tsx'
import { Layout } from './layout.tsx'
import { ListPage } from './list-page.tsx'

createRoot(document.getElementById('editor') ?? document.body).render(
  <Layout>{await loadPage().catch(renderError)}</Layout>,
)

async function loadPage() {
  const { collection, entityPath, app: appPage } = currentPage
  await Promise.all([loadContentTypes(), loadInstalledApps()])
  if (appPage) {
    const app = installedApps.get(appPage.id)
    const problem = findAppProblem(app, 'page', location.origin)
    if (!app || problem) throw new Error(`The app ${app?.name ?? appPage.id} cannot be shown: ${problem}`)
    return <AppPage app={app} path={appPage.path} />
  }
  if (!collection) throw new Error('There is nothing at this address.')
  if (!entityPath) return <ListPage collection={collection} />
  const [entity, source] = await Promise.all([requestManagementApi<Entity>(entityPath), loadLinkSource()])
  return (
    <>
      {source && <LinkSourceNote {...source} />}
      <EntityPage initialEntity={entity} />
    </>
  )
}

/** Says which field gets a link to a new entry. */
function LinkSourceNote({ entry, field }: LinkSource) {
  return (
    <aside className="bar">
      When you save this, it is added to {field.name} of{' '}
      <a href={getEditorPath(getEntityPath(entry.sys))}>{`${getContentType(entry).name} “${getEntityTitle(entry)}”`}</a>
      .
    </aside>
  )
}

function renderError(error: unknown) {
  const { collection = 'entries' } = currentPage
  const [name, list] = collection === 'entries' ? ['entry', 'All entries'] : ['file', 'All media']
  const isMissing = error instanceof ManagementApiError && error.status === 404
  return (
    <main>
      <title>Local content</title>
      <h1>{isMissing ? `This ${name} does not exist` : 'This page cannot be shown'}</h1>
      <p role="alert">{formatError(error)}</p>
      <p>
        {isMissing && 'It was deleted, or the address is wrong. '}
        <a href={getEditorPath(collection)}>{list}</a>
      </p>
    </main>
  )
}
