import { useLinkProps, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findSitePath } from '#shared/find-site-path.ts'
import type { SitePath } from '#shared/site-paths.gen.ts'
import { settings } from '#src/settings.ts'

interface NavigationLinkProps {
  readonly route: SitePath
  readonly className: string
  readonly onClick?: () => void
  readonly children: ReactNode
}

/**
 * A navigation link. `aria-current` is `page` on its page and `true` on the pages below it. The current page is the page
 * that is shown: the router's own links mark the next page while it loads or waits for the connection.
 */
export function NavigationLink({ route, children, ...link }: NavigationLinkProps) {
  const path = usePagePath()
  return (
    <a
      {...useLinkProps({ to: route, activeOptions: { exact: true }, ...link })}
      aria-current={path === route ? 'page' : isCurrentPage(route, path) || undefined}
    >
      {children}
    </a>
  )
}

/** Returns the path of the page that is shown. */
export const usePagePath = (): string =>
  useMatches({
    select: (matches) => {
      const path = matches.at(-1)?.pathname ?? '/'
      return findSitePath(path) ?? path
    },
  })

/** Pages without a navigation item, with the page whose item is marked instead. */
const parentPages: { readonly [path: string]: SitePath } = { '/mainlinepipeline': settings.pages.ServicesPage }

/** Whether a navigation item belongs to the current path (requirements §2). */
function isCurrentPage(route: SitePath, pathname: string): boolean {
  return route === pathname || route === parentPages[pathname]
}
