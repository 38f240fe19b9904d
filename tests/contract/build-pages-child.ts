import { buildPages } from '#scripts/build/build-site.ts'
import { bundleContent } from '#scripts/build/bundle-content.ts'

/** Builds the pages of the site in the current folder, without the photo desk, which no page refers to. */
process.env.NODE_ENV = 'production' // as in buildSite
await bundleContent()
await buildPages('dist', 'dist-ssr')
console.log('built')
