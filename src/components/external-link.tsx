import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { visuallyHidden } from './visually-hidden.ts'

interface ExternalLinkProps {
  readonly href: string
  readonly children: ReactNode
  /** What a reader by ear hears after the name: that a new tab opens. */
  readonly newTabLabel: string
  readonly className?: string
  /** The sign after a text; a picture needs none. */
  readonly hasIcon?: boolean
}

/** A link to another site, in a new tab that says so. */
export function ExternalLink({ href, children, newTabLabel, className, hasIcon = true }: ExternalLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      {hasIcon && (
        <>
          {'\u00a0'}
          <Icon name="away" />
        </>
      )}
      <span className={visuallyHidden}> {newTabLabel}</span>
    </a>
  )
}
