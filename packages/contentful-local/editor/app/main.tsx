import './configure-zod.ts'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './editor.css'
import { loadContentTypes } from './api/content-types.ts'
import { createEntry, openEntity, uploadFile } from './api/entity-requests.ts'
import { formatError } from './api/format-error.ts'
import {
  currentPage,
  type EntityCollection,
  entitySchema,
  getEditorPath,
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
import { AssetUpload } from './asset-upload.tsx'
import { ActionButton } from './components/action-button.tsx'
import { StatusContext } from './components/status-context.ts'
import { useRestoreFocus } from './components/use-restore-focus.ts'
import { useWindowEvent } from './components/use-window-event.ts'
import { EntityList, listTypeOptions, Select } from './entity-list.tsx'
import { EntityPage } from './entity-page.tsx'

const renderError = (error: unknown) => (
  <main>
    <title>Local content</title>
    <h1>This page cannot be shown</h1>
    <p role="alert">{formatError(error)}</p>
  </main>
)

createRoot(document.getElementById('editor') ?? document.body).render(
  <Layout>{await loadPage().catch(renderError)}</Layout>,
)

/** The header with navigation, status message and unexpected errors, above a page. */
function Layout({ children }: { readonly children: ReactNode }) {
  const [status, setStatus] = useState('')
  const [error, setError] = useState('')
  useRestoreFocus()
  useWindowEvent('unhandledrejection', ({ reason }) => setError(formatError(reason)))
  const links = [
    { path: 'entries', name: 'Entries', isCurrent: currentPage.collection === 'entries' },
    { path: 'assets', name: 'Media', isCurrent: currentPage.collection === 'assets' },
  ]
  for (const { id, name, locations } of installedApps.values()) {
    const page = locations.find((each) => each.location === 'page')
    const { path, name: linkName = name } = page?.navigationItem ?? {}
    if (page) links.push({ path: getAppPath(id, path), name: linkName, isCurrent: currentPage.app?.id === id })
  }
  return (
    <StatusContext value={setStatus}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the header of a page is a banner, which can have a name */}
      <header className="row bar" aria-label="Local content">
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
  return <EntityPage initialEntity={await requestManagementApi(entitySchema, entityPath)} />
}

/** The list of entries or assets, with a way to add items. */
function ListPage({ collection }: { readonly collection: EntityCollection }) {
  const isMedia = collection === 'assets'
  const heading = isMedia ? 'Media' : 'Entries'
  const typeOptions = listTypeOptions()
  const [newType, setNewType] = useState(typeOptions[0]?.[0] ?? '')
  const [uploadCount, setUploadCount] = useState(0)
  const upload = async (file: File) => {
    await uploadFile(file)
    setUploadCount((count) => count + 1)
  }
  return (
    <main>
      <title>{`${heading} · Local content`}</title>
      <div className="row">
        <h1>{heading}</h1>
        {isMedia ? (
          <AssetUpload isMultiple upload={upload} />
        ) : (
          <p className="row">
            <Select label="New entry of type" value={newType} onChange={setNewType} options={typeOptions} />
            <ActionButton disabled={newType === ''} onClick={async () => openEntity(await createEntry(newType))}>
              Create
            </ActionButton>
          </p>
        )}
      </div>
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
