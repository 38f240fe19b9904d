import { createContext, type ReactNode, use, useState } from 'react'
import { currentPage, formatError, getEditorPath, type ItemCollection } from './management-client.ts'
import { useWindowEvent } from './use-window-event.ts'

const StatusContext = createContext<(text: string) => void>(() => {})

/** Returns a function that shows a status message and announces it to screen readers. */
export const useStatus = () => use(StatusContext)

/** The header with navigation, status message and unexpected errors, above a page. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const [status, setStatus] = useState('')
  const [error, setError] = useState('')
  useWindowEvent('unhandledrejection', ({ reason }) => setError(formatError(reason)))
  const createLink = (collection: ItemCollection, name: string) => (
    <a href={getEditorPath(collection)} aria-current={currentPage.collection === collection ? 'page' : undefined}>
      {name}
    </a>
  )
  return (
    <StatusContext value={setStatus}>
      <header className="row bar">
        <p>Local content</p>
        <nav className="row" aria-label="Content">
          {createLink('entries', 'Entries')}
          {createLink('assets', 'Media')}
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
