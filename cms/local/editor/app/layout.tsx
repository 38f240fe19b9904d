import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { currentPage, getEditorPath } from './editor-url.ts'
import { formatError } from './management-client.ts'

const StatusContext = createContext<(text: string) => void>(() => {})

/** Returns a function that shows a status message and announces it to screen readers. */
export const useStatus = () => use(StatusContext)

const COLLECTIONS = [
  ['entries', 'Entries'],
  ['assets', 'Media'],
] as const

/** The header with navigation, status message and unexpected errors, above a page. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const [status, setStatus] = useState('')
  const [error, setError] = useState('')
  useEffect(() => {
    const showError = ({ reason }: PromiseRejectionEvent) => setError(formatError(reason))
    addEventListener('unhandledrejection', showError)
    return () => removeEventListener('unhandledrejection', showError)
  }, [])
  return (
    <StatusContext value={setStatus}>
      <header className="row bar">
        <p>Local content</p>
        <nav className="row" aria-label="Content">
          {COLLECTIONS.map(([collection, name]) => (
            <a
              key={collection}
              href={getEditorPath(collection)}
              aria-current={currentPage.collection === collection ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        <p className="hint status" role="status">
          {status}
        </p>
        {error && (
          <p className="problem" role="alert">
            {error}
          </p>
        )}
      </header>
      {children}
    </StatusContext>
  )
}
