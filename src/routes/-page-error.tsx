import type { ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { PageLoadError } from '#src/layout/page-load-error.tsx'
import { useContent } from './-use-content.ts'

/** Error component of the routes, shown inside the site layout. */
export function PageError({ error }: ErrorComponentProps) {
  const { interfaceTexts } = useContent('site').content
  const [isOffline, setOffline] = useState(false)

  // Without a connection the browser would show its own error page.
  const reload = () => {
    if (navigator.onLine) return location.reload()
    setOffline(true)
    addEventListener('online', () => location.reload(), { once: true })
  }
  return (
    <>
      <PageLoadError error={error} texts={interfaceTexts} isOffline={isOffline} onReload={reload} />
      {import.meta.env.DEV && error instanceof Error && <pre>{error.stack}</pre>}
    </>
  )
}
