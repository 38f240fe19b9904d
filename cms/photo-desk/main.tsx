import './client/configure-zod.ts' // first: other modules parse when they are loaded
import '@contentful/f36-tokens/dist/css/index.css'
import { locations } from '@contentful/app-sdk'
import { Note } from '@contentful/f36-components'
import { SDKProvider, useSDK } from '@contentful/react-apps-toolkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { PhotoDeskPage } from './photo-desk-page.tsx'
import { FieldLocation } from './views/field/field-location.tsx'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false }, // the client of the desk has retried the requests
    mutations: { networkMode: 'always' }, // without a connection they fail, and say so
  },
})

/** The app in the location that Contentful names. */
function PhotoDesk() {
  const { location } = useSDK()
  if (location.is(locations.LOCATION_PAGE)) return <PhotoDeskPage />
  if (location.is(locations.LOCATION_ENTRY_FIELD)) return <FieldLocation />
  return <Note variant="warning">The photo desk has no view for this location.</Note>
}

// The browser would open a dropped file in place of the app. The desk takes files once it is open.
addEventListener('dragover', (event) => {
  if (!event.dataTransfer?.types.includes('Files')) return
  event.dataTransfer.dropEffect = 'none'
  event.preventDefault()
})

createRoot(document.getElementById('photo-desk') ?? document.body).render(
  window.parent === window ? (
    <p>This is a part of Contentful. Open it there: Apps, then Photo desk.</p>
  ) : (
    <SDKProvider loading={<p role="status">Connecting to Contentful …</p>}>
      <QueryClientProvider client={queryClient}>
        <PhotoDesk />
      </QueryClientProvider>
    </SDKProvider>
  ),
)
