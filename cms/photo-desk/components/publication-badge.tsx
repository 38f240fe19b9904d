import { Badge } from '@contentful/f36-components'

const STATES = {
  adding: { name: 'Being added', variant: 'primary' },
  draft: { name: 'Draft', variant: 'warning' },
  changed: { name: 'Changed', variant: 'primary' },
  published: { name: 'Published', variant: 'positive' },
  hidden: { name: 'Not shown', variant: 'warning' },
  archived: { name: 'Archived', variant: 'secondary' },
  removed: { name: 'Removed', variant: 'secondary' },
} as const

/** The publish state of a picture or page, that visitors do not see it although it is published, or that it is being added or removed. */
export const PublicationBadge = ({ state }: { readonly state: keyof typeof STATES }) => (
  <Badge variant={STATES[state].variant} textTransform="none">
    {STATES[state].name}
  </Badge>
)
