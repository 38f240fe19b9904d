import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { SnackBarProvider } from '#src/layout/snack-bar-provider.tsx'
import { ContactPage } from './contact-page.tsx'

const storage = createBrowserStorage(() => undefined)
const html = renderToStaticMarkup(
  <QueryClientProvider client={new QueryClient()}>
    <SnackBarProvider>
      <ContactPage
        content={mapSeedContent('contact')}
        texts={mapSeedContent('site').interfaceTexts}
        shortName="Blackland"
        storages={{ local: storage, session: storage }}
      />
    </SnackBarProvider>
  </QueryClientProvider>,
)
const findTexts = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => text)

test('§2 the contact page has its four sections', () => {
  expect(findTexts(/<h2[^>]*>(.*?)<\/h2>/g)).toEqual(['Let’s Get Connected', 'Our Office', 'Working Hours', 'Contact'])
})

test('§2 the column has the office in two lines, the hours, and links for email and phone', () => {
  const column = html.match(/<li[^>]*>.*?<\/li>/g)?.join('') ?? ''
  expect(column.replaceAll(/<[^>]+>/g, '|').split(/\|+/)).toEqual(
    expect.arrayContaining(['1200 Courthouse Square, Suite 300', 'Decatur, TX 76234', '9AM - 5PM', 'Mon - Fri']),
  )
  expect(column).toMatch(/<a [^>]*href="mailto:office@blackland\.example"[^>]*>office@blackland\.example<\/a>/)
  expect(column).toMatch(/<a [^>]*href="tel:9405550142"[^>]*>\(940\) 555-0142<\/a>/)
})

test('the address leads to directions', () => {
  const destination = encodeURIComponent('1200 Courthouse Square, Suite 300, Decatur, TX 76234')
  expect(html).toContain(`href="https://www.google.com/maps/dir/?api=1&amp;destination=${destination}"`)
})

test('§2 the fields have placeholders, and native validation is off', () => {
  expect(findTexts(/placeholder="(.*?)"/g).slice(0, 2)).toEqual(['Enter your name', 'Enter your email'])
  expect(html).toMatch(/<form [^>]*noValidate=""/)
})

test('without JavaScript, the form opens the visitor’s mail program', () => {
  const [form = ''] = /<form [^>]*>/.exec(html) ?? []
  for (const attribute of ['action="mailto:office@blackland.example"', 'method="post"', 'encType="text/plain"'])
    expect(form).toContain(attribute)
})
