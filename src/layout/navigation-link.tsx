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

/** A navigation link. `aria-current` is `page` on its page and `true` on the pages below it. */
export function NavigationLink({ route, ...link }: NavigationLinkProps) {
  const isCurrent = useLocation({ select: ({ pathname }) => isCurrentPage(route, pathname) })
  return <Link to={route} activeOptions={{ exact: true }} aria-current={isCurrent || undefined} {...link} />
}

/** Pages without a navigation item, with the page whose item is marked instead. */
const parentPages: { readonly [path: string]: SitePath } = { '/mainlinepipeline': settings.pages.ServicesPage }

/** Whether a navigation item belongs to the current path (requirements §2). */
export function isCurrentPage(route: SitePath, pathname: string): boolean {
  const path = pathname.replace(/(.)\/$/, '$1')
  return route === path || route === parentPages[path]
}
