import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { runCommand } from '#scripts/cli/run-command.ts'
import type { COMMANDS } from '#scripts/commands.mjs'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { addGalleryPhotos } from './add-gallery-photos.ts'
import { startBenchSite } from './bench-site.ts'
import { measureContentfulLocal } from './contentful-local-times.ts'
import { measureGallery } from './gallery-sizes.ts'
import { ensureLighthouse } from './lighthouse.ts'
import { compareLooks } from './looks/looks.ts'
import {
  createGalleryRows,
  createPictureRows,
  createRouteChangeRows,
  createRouteRows,
  printMeasurements,
} from './performance-report.ts'
import { measurePictureSizes } from './picture-sizes.ts'
import { measureRouteChanges } from './route-changes.ts'
import { measureRouteLoads } from './route-loads.ts'
import { startScriptFreeSite } from './script-free-site.ts'

/** `npm run bench -- [part …]` (scripts/commands.mjs): prints speed and size on this machine. Nothing passes or fails. */

/** Photos: Contentful's maximum number of links in a field. */
const MAX_PHOTOS = 1_000

const gallerySchema = z.object({ content: z.object({ images: z.array(z.unknown()) }) })

/** Entries in the local Contentful. */
const SPACE_SIZES = [1_000, 10_000, 50_000]

const BENCHMARKS: Readonly<Record<Exclude<keyof typeof COMMANDS.bench.parts, 'looks [commit]'>, () => Promise<void>>> =
  {
    'contentful-local': benchContentfulLocal,
    pages: benchPages,
    gallery: benchGallery,
    navigation: benchNavigation,
  }

await runCommand(async () => {
  const names = process.argv.slice(2)
  const looks = names.indexOf('looks')
  if (looks !== -1) await compareLooks(names[looks + 1] ?? 'HEAD')
  for (const [name, run] of Object.entries(BENCHMARKS)) if (names.length === 0 || names.includes(name)) await run()
})

/** Prints a table of operations and sizes. */
async function benchContentfulLocal(): Promise<void> {
  const columns: [size: string, values: Readonly<Record<string, number>>][] = []
  for (const size of SPACE_SIZES) columns.push([size.toLocaleString('en-US'), await measureContentfulLocal(size)])
  const operations = Object.keys(columns[0]?.[1] ?? {})
  const getRow = (operation: string) => columns.map(([size, values]) => [size, Number(values[operation]?.toFixed(1))])
  console.log('\nLocal Contentful by number of entries: medians in ms, memory in MB')
  console.table(Object.fromEntries(operations.map((operation) => [operation, Object.fromEntries(getRow(operation))])))
}

/** Loads each route with Lighthouse, in turns with the same page without scripts. */
async function benchPages(): Promise<void> {
  await ensureLighthouse()
  await using site = await startBenchSite('site')
  await using scriptFree = await startScriptFreeSite(site.outDir)
  const pictures = await measurePictureSizes(site.url, SITE_PATHS) // also creates derived pictures
  printMeasurements('Difference of `sizes` and the width that a picture needs', createPictureRows(pictures))
  const loads = await measureRouteLoads(SITE_PATHS, [site.url, scriptFree.url, site.cmsUrl])
  printMeasurements('Pages, Lighthouse mobile, medians of 5', createRouteRows(loads))
}

/** One site, whose gallery grows. */
async function benchGallery(): Promise<void> {
  await using site = await startBenchSite('site')
  const { client } = createSpaceClient(getLocalConnection(site.cmsUrl, 'management'))
  const seedCount = await countPhotos(site.url)
  const seedLoad = await measureGallery(site.url)
  await addGalleryPhotos(client, MAX_PHOTOS)
  while ((await countPhotos(site.url)) < MAX_PHOTOS) await sleep(500)
  const loads = [seedLoad, await measureGallery(site.url)]
  printMeasurements('Gallery on a slow phone, medians of 5', createGalleryRows([seedCount, MAX_PHOTOS], loads))
}

/** Returns the number of photos of the rendered page. */
async function countPhotos(siteUrl: string): Promise<number> {
  const response = await fetch(`${siteUrl}/content/gallery.json`)
  return gallerySchema.parse(await response.json()).content.images.length
}

async function benchNavigation(): Promise<void> {
  await using site = await startBenchSite('site')
  const changes = await measureRouteChanges(site.url)
  printMeasurements('Route changes after hover, 1,440 px, medians of 5', createRouteChangeRows(changes))
}
