import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { OtherBuildError } from '#src/content/content-files.ts'
import { PageLoadError } from '#src/layout/page-load-error.tsx'
import { reloadForBuild } from './-reload-for-build.ts'
import { useSiteSettings } from './-route-content.ts'

/** Error component of the routes, shown inside the site layout. */
export function PageError({ error }: ErrorComponentProps) {
  const { interfaceTexts } = useSiteSettings()
  const { session } = useRouter().options.context.storages
  const [isReloading, setReloading] = useState(error instanceof OtherBuildError)
  const [isOffline, setOffline] = useState(false)

  useEffect(() => {
    if (error instanceof OtherBuildError) setReloading(reloadForBuild(error.build, session))
  }, [error, session])

  // Without a connection the browser would show its own error page.
  const reload = () => {
    if (navigator.onLine) return location.reload()
    setOffline(true)
    addEventListener('online', () => location.reload(), { once: true })
  }
  if (isReloading) return null
  return <PageLoadError error={error} texts={interfaceTexts} isOffline={isOffline} onReload={reload} />
}
