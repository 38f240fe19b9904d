import { Flex, Spinner } from '@contentful/f36-components'

export const Loading = () => (
  <Flex role="status" alignItems="center" gap="spacingS">
    <Spinner /> Loading …
  </Flex>
)
