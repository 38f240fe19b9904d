import './configure-zod.ts' // first: other modules parse when they are loaded
import '@contentful/f36-tokens/dist/css/index.css'
import { SDKProvider } from '@contentful/react-apps-toolkit'
import { createRoot } from 'react-dom/client'
import { PhotoDesk } from './photo-desk.tsx'

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
      <PhotoDesk />
    </SDKProvider>
  ),
)
