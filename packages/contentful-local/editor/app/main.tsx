import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './editor.css'
import { type Entity, getContentType, getEntityTitle, loadContentTypes } from './api/content-types.ts'
import { createEntry, openEntity } from './api/entity-requests.ts'
import { type LinkSource, loadLinkSource } from './api/linked-entry.ts'
import {
  currentPage,
  type EntityCollection,
  formatError,
  getEditorPath,
  getEntityUrl,
  ManagementApiError,
  requestManagementApi,
} from './api/management-client.ts'
import { createPageConnectMessage } from './app-host/app-messages.ts'
import {
  findAppProblem,
  getAppPath,
  type InstalledApp,
  installedApps,
  loadInstalledApps,
} from './app-host/installed-apps.ts'
import { useAppFrame } from './app-host/use-app-frame.tsx'
import { useAssetUpload } from './asset-upload.tsx'
import { ActionButton } from './components/action-button.tsx'
import { StatusContext } from './components/status-context.ts'
import { useWindowEvent } from './components/use-window-event.ts'
import { EntityList, listTypeOptions, Select } from './entity-list.tsx'
import { EntityPage } from './entity-page.tsx'

createRoot(document.getElementById('editor') ?? document.body).render(
  <Layout>{await loadPage().catch(renderError)}</Layout>,
)

/** The header with navigation, status message and unexpected errors, above a page. */
function Layout({ children }: { readonly children: ReactNode }) {
  const [status, setStatus] = useState('')
  const [error, setError] = useState('')
  useWindowEvent('unhandledrejection', ({ reason }) => setError(formatError(reason)))
  const links = [
    { path: 'entries', name: 'Entries', isCurrent: currentPage.collection === 'entries' },
    { path: 'assets', name: 'Media', isCurrent: currentPage.collection === 'assets' },
  ]
  for (const { id, name, locations } of installedApps.values()) {
    const page = locations.find((each) => each.location === 'page')
    const { path, name: linkName = name } = (page && 'navigationItem' in page && page.navigationItem) || {}
    if (page) links.push({ path: getAppPath(id, path), name: linkName, isCurrent: currentPage.app?.id === id })
  }
  return (
    <StatusContext value={setStatus}>
      <header className="row bar">
        <p>Local content</p>
        <nav className="row" aria-label="Content">
          {links.map(({ path, name, isCurrent }) => (
            <a key={path} href={getEditorPath(path)} aria-current={isCurrent ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <p className="hint status" role="status">
          {status}
        </p>
        <p className="problem" role="alert" hidden={!error}>
          {error}
        </p>
      </header>
      {children}
    </StatusContext>
  )
}

async function loadPage() {
  const { collection, entityPath, app: appPage } = currentPage
  await Promise.all([loadContentTypes(), loadInstalledApps()])
  if (appPage) {
    const app = installedApps.get(appPage.id)
    const problem = findAppProblem(app, 'page')
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

/** The list of entries or assets, with a way to add items. */
function ListPage({ collection }: { readonly collection: EntityCollection }) {
  const isMedia = collection === 'assets'
  const heading = isMedia ? 'Media' : 'Entries'
  const typeOptions = listTypeOptions()
  const [newType, setNewType] = useState(typeOptions[0]?.[0] ?? '')
  const [uploadCount, setUploadCount] = useState(0)
  const upload = useAssetUpload({
    isMultiple: true,
    onUploaded: (asset, fileCount) => {
      if (fileCount === 1) openEntity(asset)
      setUploadCount((count) => count + 1)
    },
  })
  return (
    <main {...(isMedia && upload.dropProps)}>
      <title>{`${heading} · Local content`}</title>
      <div className="row top">
        <h1>{heading}</h1>
        {isMedia ? (
          upload.button
        ) : (
          <p className="row">
            <Select label="New entry of type" value={newType} onChange={setNewType} options={typeOptions} />
            <ActionButton disabled={newType === ''} onClick={async () => openEntity(await createEntry(newType))}>
              Create
            </ActionButton>
          </p>
        )}
      </div>
      {upload.problems}
      <EntityList collection={collection} parameters={{}} revision={uploadCount} />
    </main>
  )
}

/** The page location of an app: it fills the editor below its header. `path`: in the app. */
function AppPage({ app, path }: { readonly app: InstalledApp; readonly path: string }) {
  const createConnectMessage = () => createPageConnectMessage(app, path)
  const { frame, note } = useAppFrame({ app, title: app.name, createConnectMessage })
  return (
    <main className="app-page">
      <title>{`${app.name} · Local content`}</title>
      {note}
      {frame}
    </main>
  )
}

/** Says which field gets a link to a new entry. */
function LinkSourceNote({ entry, field }: LinkSource) {
  return (
    <aside className="bar">
      When you save this, it is added to {field.name} of{' '}
      <a href={getEntityUrl(entry.sys)}>{`${getContentType(entry).name} “${getEntityTitle(entry)}”`}</a>.
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
