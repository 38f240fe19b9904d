import { useLinkProps, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findSitePath } from '#shared/find-site-path.ts'
import type { SitePath } from '#shared/site-paths.gen.ts'

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
  const parent = useParentPage()
  return (
    <a
      {...useLinkProps({ to: route, activeOptions: { exact: true }, ...link })}
      aria-current={path === route ? 'page' : route === parent || undefined}
    >
      {children}
    </a>
  )
}

/** Returns the path of the page that is shown. */
export const usePagePath = (): string => {
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '/'
  return findSitePath(path) ?? path
}

/** Returns the page whose item is marked, when the page that is shown has none (requirements §2). */
const useParentPage = () => useMatches({ select: (matches) => matches.at(-1)?.staticData.parent })
