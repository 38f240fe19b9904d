import { Flex, Spinner } from '@contentful/f36-components'

/** Shown in place of what is still loading. */
export const Loading = () => (
  <Flex role="status" alignItems="center" gap="spacingS">
    <Spinner /> Loading …
  </Flex>
)
