import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { ServicesPage } from './services-page.tsx'

test('renders no title without affiliations', () => {
  const content = { ...mapSeedContent('services'), panels: [], affiliations: [], affiliationsTitle: 'Partners' }
  const page = <ServicesPage content={content} texts={mapSeedContent('site').interfaceTexts} />
  expect(renderToStaticMarkup(page)).not.toContain('Partners')
})
