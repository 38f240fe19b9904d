import { type KnownAppSDK, locations, type PageAppSDK } from '@contentful/app-sdk'
import { Note } from '@contentful/f36-components'
import { useSDK } from '@contentful/react-apps-toolkit'
import { PhotoDeskPage } from './photo-desk-page.tsx'

const isPage = (sdk: KnownAppSDK): sdk is PageAppSDK => sdk.location.is(locations.LOCATION_PAGE)

/** The app in the location that Contentful names. */
export function PhotoDesk() {
  const sdk = useSDK()
  if (isPage(sdk)) return <PhotoDeskPage sdk={sdk} />
  return <Note variant="warning">The photo desk is not made for this place of Contentful.</Note>
}
