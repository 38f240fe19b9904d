import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SitePath } from '#src/content/field-schemas.ts'
import { isCurrentPage } from './is-current-page.ts'

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
