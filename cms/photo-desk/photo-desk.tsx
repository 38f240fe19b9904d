import { locations, type PageAppSDK } from '@contentful/app-sdk'
import { Heading } from '@contentful/f36-components'
import { useSDK } from '@contentful/react-apps-toolkit'

/** The app in the location that Contentful names. */
export function PhotoDesk() {
  const sdk = useSDK<PageAppSDK>()
  return <Heading>{sdk.location.is(locations.LOCATION_PAGE) ? 'Photo desk' : 'Photographs'}</Heading>
}
