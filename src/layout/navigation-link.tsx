import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SitePath } from '#src/content/field-schemas.ts'
import { settings } from '#src/settings.ts'

interface NavigationLinkProps {
  readonly route: SitePath
  readonly className: string
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** A link of the navigation; `aria-current` marks where the visitor is: `page` on it, `true` below it. */
export function NavigationLink({ route, ...link }: NavigationLinkProps) {
  const isCurrent = useLocation({ select: ({ pathname }) => isCurrentPage(route, pathname) })
  return <Link to={route} activeOptions={{ exact: true }} aria-current={isCurrent || undefined} {...link} />
}

/** Pages that no navigation item leads to, and the item that they belong under. */
const parents: { readonly [path: string]: SitePath } = { '/mainlinepipeline': settings.pages.ServicesPage }

/** Whether a navigation item is the one of the current address (requirements §2). */
export function isCurrentPage(route: SitePath, pathname: string): boolean {
  const path = pathname.replace(/(.)\/$/, '$1')
  return route === path || route === parents[path]
}
