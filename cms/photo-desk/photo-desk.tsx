import { type FieldAppSDK, type KnownAppSDK, locations, type PageAppSDK } from '@contentful/app-sdk'
import { Note } from '@contentful/f36-components'
import { useSDK } from '@contentful/react-apps-toolkit'
import { FieldLocation } from './field-location.tsx'
import { PhotoDeskPage } from './photo-desk-page.tsx'

const isPage = (sdk: KnownAppSDK): sdk is PageAppSDK => sdk.location.is(locations.LOCATION_PAGE)
const isField = (sdk: KnownAppSDK): sdk is FieldAppSDK => sdk.location.is(locations.LOCATION_ENTRY_FIELD)

/** The app in the location that Contentful names. */
export function PhotoDesk() {
  const sdk = useSDK()
  if (isPage(sdk)) return <PhotoDeskPage sdk={sdk} />
  if (isField(sdk)) return <FieldLocation sdk={sdk} />
  return <Note variant="warning">The photo desk has no view for this location.</Note>
}
