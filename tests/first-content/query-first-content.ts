import { basename } from 'node:path'
import { executeQuery } from 'contentful-local/schema'
import { print } from 'graphql'
import { modelContentTypes } from '#cms/model/print-model-schema.ts'
import { createSeedContentSource } from '#cms/seed/seed-content-source.ts'
import { readSiteQueries } from '#scripts/build/site-queries.ts'
import type { ContentName } from '#src/content/cms-content.ts'
import { firstContent } from './first-content.ts'

/** The addresses are those of bundled content (scripts/build/bundle-content.ts). */
const source = createSeedContentSource(firstContent, ({ file }) => {
  const fileName = basename(file)
  if (file.endsWith('.mp4')) return { url: file, fileName, contentType: 'video/mp4', size: 1 }
  return { url: `derived/${fileName}`, fileName, contentType: 'image/jpeg', size: 1, width: 1_920, height: 1_280 }
})

const queries = await readSiteQueries()

/** Returns the response to a query of the site over the first content. */
export function queryFirstContent(name: ContentName): unknown {
  const queryName = Object.keys(queries).find((each) => each.toLowerCase() === name) ?? ''
  const document = queries[queryName]
  if (!document) throw new Error(`The site has no query for ${name}`)
  return executeQuery({ contentTypes: modelContentTypes, source, query: print(document) }).data
}
