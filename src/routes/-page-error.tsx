import { useEffect, useState } from 'react'
import { PageLoadError } from '#src/layout/page-load-error.tsx'
import { useSiteSettings } from './-route-content.ts'
import { waitForServer } from './-wait-for-page.ts'

/** Error component of the routes, shown inside the site layout. */
export function PageError() {
  const { interfaceTexts } = useSiteSettings()
  const [isReloading, setReloading] = useState(false)

  // Without a connection the browser would show its own error page.
  useEffect(() => {
    if (!isReloading) return
    const leaving = new AbortController()
    waitForServer(leaving.signal).then(() => {
      if (!leaving.signal.aborted) location.reload()
    })
    return () => leaving.abort()
  }, [isReloading])

  return <PageLoadError texts={interfaceTexts} onReload={() => setReloading(true)} />
}
