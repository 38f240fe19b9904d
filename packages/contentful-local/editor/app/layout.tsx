import { type ReactNode, useState } from 'react'
import { currentPage, formatError, getEditorPath } from './api/management-client.ts'
import { getAppPages } from './app-host/installed-apps.ts'
import { StatusContext } from './components/use-status.ts'
import { useWindowEvent } from './components/use-window-event.ts'

/** The header with navigation, status message and unexpected errors, above a page. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const [status, setStatus] = useState('')
  const [error, setError] = useState('')
  useWindowEvent('unhandledrejection', ({ reason }) => setError(formatError(reason)))
  const links = [
    { path: 'entries', name: 'Entries', isCurrent: currentPage.collection === 'entries' },
    { path: 'assets', name: 'Media', isCurrent: currentPage.collection === 'assets' },
    ...getAppPages(),
  ]
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
