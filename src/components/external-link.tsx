import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { visuallyHidden } from './visually-hidden.ts'

interface ExternalLinkProps {
  readonly href: string
  readonly children: ReactNode
  /** Text for screen readers after the name, such as "(opens in a new tab)". */
  readonly newTabLabel: string
  readonly className?: string
  /** Whether an icon follows the content. Set to false for pictures. */
  readonly hasIcon?: boolean
}

/** A link to another site that opens in a new tab, and says so to screen readers. */
export function ExternalLink({ href, children, newTabLabel, className, hasIcon = true }: ExternalLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {hasIcon ? (
        <>
          <span>{children}</span>
          {'\u00a0'}
          <Icon name="away" />
        </>
      ) : (
        children
      )}
      <span className={visuallyHidden}>{` ${newTabLabel}`}</span>
    </a>
  )
}
