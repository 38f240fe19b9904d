import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { SnackBarProvider } from '#src/layout/snack-bar-provider.tsx'
import { ContactPage } from './contact-page.tsx'

const office = { officeStreet: '1 Square', officeCity: 'Decatur TX', email: 'office@company.example' }
const content = { ...mapSeedContent('contact'), ...office, phone: '+1 (940) 555-0142' }
const storage = createBrowserStorage(() => undefined)
const html = renderToStaticMarkup(
  <QueryClientProvider client={new QueryClient()}>
    <SnackBarProvider>
      <ContactPage
        content={content}
        texts={mapSeedContent('site').interfaceTexts}
        shortName="Company"
        storages={{ local: storage, session: storage }}
      />
    </SnackBarProvider>
  </QueryClientProvider>,
)

test('§2.35 email address and phone number are links, and the address leads to directions', () => {
  expect(html).toMatch(/<a [^>]*href="mailto:office@company\.example"[^>]*>office@company\.example<\/a>/)
  expect(html).toMatch(/<a [^>]*href="tel:\+19405550142"[^>]*>\+1 \(940\) 555-0142<\/a>/)
  expect(html).toContain('href="https://www.google.com/maps/dir/?api=1&amp;destination=1%20Square%2C%20Decatur%20TX"')
})
