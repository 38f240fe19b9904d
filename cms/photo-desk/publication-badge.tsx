import { Badge } from '@contentful/f36-components'
import type { PublicationState } from '#cms/photo-desk/space/space-pictures.ts'

const STATES = {
  adding: { name: 'Being added', variant: 'primary' },
  draft: { name: 'Draft', variant: 'warning' },
  changed: { name: 'Changed', variant: 'primary' },
  published: { name: 'Published', variant: 'positive' },
  archived: { name: 'Archived', variant: 'secondary' },
} as const

/** The publish state of a picture or page, or that it is being added. */
export const PublicationBadge = ({ state }: { readonly state: PublicationState | 'adding' }) => (
  <Badge variant={STATES[state].variant} textTransform="none">
    {STATES[state].name}
  </Badge>
)
