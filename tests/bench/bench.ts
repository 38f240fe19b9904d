import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalContentfulOptions, startLocalContentful } from 'contentful-local'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { print } from 'graphql'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { readSiteQueries } from '#scripts/build/query-files.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { addGalleryPhotos } from '#tests/setup/contentful/add-gallery-photos.ts'
import { startTestSite } from '#tests/setup/e2e/test-site.ts'
import { waitForRebuild } from '#tests/setup/e2e/wait-for-rebuild.ts'
import { median } from './bench-helpers.ts'
import { measureBuildTimes } from './build-times.ts'
import { measureContentfulLocal } from './contentful-local-times.ts'
import { measureDevUpdates } from './dev-update-times.ts'
import { measureGalleries } from './gallery-sizes.ts'
import { ensureLighthouse } from './lighthouse.ts'
import {
  createGalleryRows,
  createRouteChangeRows,
  createRouteRows,
  printMeasurements,
  writeFilmstrips,
} from './performance-report.ts'
import { measurePlanTimes } from './plan-times.ts'
import { measureRouteChanges } from './route-changes.ts'
import { measureRouteLoads } from './route-loads.ts'
import { startScriptFreeSite } from './script-free-site.ts'
import { measureScriptUsage, type ScriptUsage } from './script-usage.ts'
import { measureStartTimes } from './start-times.ts'

/** `npm run bench -- [part …]` (scripts/commands.mjs): prints speed and size on this machine. Nothing passes or fails. */

const FILMSTRIP_FILE = '.cache/bench/pages.html'

/** Photos: the seed's number, and Contentful's maximum number of links in a field. */
const GALLERY_SIZES = [120, 1_000]

/** Entries in the local Contentful. */
const SPACE_SIZES = [1_000, 10_000, 50_000]

/** Requests per second that a space allows. */
const SPACE_RATE = 7

const BENCHMARKS = {
  seeding: benchSeeding,
  limited: benchLimitedSeeding,
  plan: benchPlan,
  'contentful-local': benchContentfulLocal,
  start: benchStart,
  build: benchBuild,
  dev: benchDev,
  pages: benchPages,
  gallery: benchGallery,
  navigation: benchNavigation,
}

const names = process.argv.slice(2)
const unknownName = names.find((name) => !(name in BENCHMARKS))
if (unknownName)
  throw new Error(`There is no part "${unknownName}": use ${Object.keys(BENCHMARKS).join(', ')}, or none for all`)
for (const [name, run] of Object.entries(BENCHMARKS)) if (names.length === 0 || names.includes(name)) await run()

async function benchSeeding(): Promise<void> {
  await using cms = await startEmptyCms()
  for (const run of ['empty space', 'second run']) {
    const { writes, milliseconds } = await seed(cms.url)
    console.log(`Seeding, ${run}: ${(milliseconds / 1_000).toFixed(1)} s, ${writes} writes`)
  }
  console.log(`GraphQL, gallery of 120: ${(await measureGraphqlMedian(cms.url)).toFixed(1)} ms, median of 100 requests`)
}

/** Seeds a space that rejects requests above its rate limit. */
async function benchLimitedSeeding(): Promise<void> {
  await using cms = await startEmptyCms({ managementRequestsPerSecond: SPACE_RATE })
  const { writes, milliseconds, failures } = await seed(cms.url)
  const minimum = (writes / SPACE_RATE) * 1_000
  console.log(
    `Seeding at ${SPACE_RATE} requests/s: ${(milliseconds / 1_000).toFixed(0)} s for ${writes} writes, ${(milliseconds / minimum).toFixed(2)} times their minimum at this rate, ${failures.length} failures`,
  )
}

/** Runs `npm run cms -- plan` against a seeded local Contentful. */
async function benchPlan(): Promise<void> {
  for (const count of [120, 3_000]) {
    const { coldMs, warmMs } = await measurePlanTimes(count)
    const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1)
    console.log(
      `npm run cms -- plan, ${count.toLocaleString('en-US')} photos: ${seconds(coldMs)} s without caches, ${seconds(warmMs)} s with caches, median of 3`,
    )
  }
}

/** Prints a table of operations and sizes. */
async function benchContentfulLocal(): Promise<void> {
  const columns: [size: string, values: Readonly<Record<string, number>>][] = []
  for (const size of SPACE_SIZES) columns.push([size.toLocaleString('en-US'), await measureContentfulLocal(size)])
  const operations = Object.keys(columns[0]?.[1] ?? {})
  const getRow = (operation: string) => columns.map(([size, values]) => [size, Number(values[operation]?.toFixed(1))])
  console.log('\nLocal Contentful by number of entries: medians in ms, memory in MB')
  console.table(Object.fromEntries(operations.map((operation) => [operation, Object.fromEntries(getRow(operation))])))
}

async function benchBuild(): Promise<void> {
  const { coldMs, warmMs, differentFiles } = await measureBuildTimes()
  const bytes = differentFiles.length === 0 ? 'the same bytes each time' : `different: ${differentFiles.join(', ')}`
  console.log(
    `npm run build: ${(coldMs / 1_000).toFixed(0)} s without the image cache, ${(warmMs / 1_000).toFixed(1)} s again, medians of 3; ${bytes}`,
  )
}

async function benchStart(): Promise<void> {
  const { startMs, packageBytes } = await measureStartTimes()
  console.log(
    `npm start in a new clone: ${(startMs / 1_000).toFixed(1)} s until a page is served, median of 3; ${(packageBytes / 2 ** 20).toFixed(0)} MB of packages`,
  )
}

async function benchDev(): Promise<void> {
  for (const [change, milliseconds] of Object.entries(await measureDevUpdates()))
    console.log(`npm run dev, ${change}: ${(milliseconds / 1_000).toFixed(2)} s until it is seen, median of 3`)
}

async function startEmptyCms(limits: LocalContentfulOptions['limits'] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const cms = await startLocalContentful({ port: 0, folder, limits })
  return {
    url: cms.url,
    async [Symbol.asyncDispose]() {
      await cms.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function seed(url: string) {
  const started = performance.now()
  const summary = await seedSpace({
    connection: getLocalConnection(url, 'management'),
    seed: readSeed(),
    model,
    mediaFolder: 'public/media',
  })
  return { ...summary, milliseconds: performance.now() - started }
}

async function measureGraphqlMedian(url: string): Promise<number> {
  const { Gallery } = await readSiteQueries()
  const body = JSON.stringify({ query: Gallery && print(Gallery), variables: { skip: 0, limit: 1_000 } })
  const headers = { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'content-type': 'application/json' }
  const times: number[] = []
  for (let run = 0; run < 100; run += 1) {
    const started = performance.now()
    const response = await fetch(`${url}/content/v1/spaces/local/environments/master`, {
      method: 'POST',
      headers,
      body,
    })
    await response.text()
    times.push(performance.now() - started)
  }
  return median(times)
}

/** Loads each route with Lighthouse, in turns with the same page without scripts. */
async function benchPages(): Promise<void> {
  await ensureLighthouse()
  const site = await startTestSite({ name: 'bench', port: 3300 })
  try {
    await using scriptFree = await startScriptFreeSite(site.outDir, 3305)
    const scripts = new Map<string, ScriptUsage>()
    for (const path of SITE_PATHS) scripts.set(path, await measureScriptUsage(site.url + path)) // also creates derived pictures
    const loads = await measureRouteLoads({
      siteUrl: site.url,
      scriptFreeUrl: scriptFree.url,
      cmsUrl: site.cms.url,
      paths: SITE_PATHS,
    })
    const rows = createRouteRows(loads, scripts)
    printMeasurements('Pages, Lighthouse mobile, medians of 5', rows)
    await writeFilmstrips(FILMSTRIP_FILE, rows, loads)
    console.log(`Filmstrips: ${FILMSTRIP_FILE}`)
  } finally {
    await site.stop()
  }
}

async function benchGallery(): Promise<void> {
  const sites = await Promise.all(
    GALLERY_SIZES.map((count, index) => startTestSite({ name: `bench-${count}`, port: 3310 + 10 * index })),
  )
  try {
    for (const [index, site] of sites.entries()) {
      const { client } = createSpaceClient(getLocalConnection(site.cms.url, 'management'))
      await addGalleryPhotos(client, GALLERY_SIZES[index] ?? 0)
      await waitForRebuild(site.url)
    }
    const loads = await measureGalleries(sites.map(({ url }) => url))
    printMeasurements('Gallery on a slow phone, medians of 5', createGalleryRows(GALLERY_SIZES, loads))
  } finally {
    await Promise.all(sites.map(({ stop }) => stop()))
  }
}

async function benchNavigation(): Promise<void> {
  const site = await startTestSite({ name: 'bench', port: 3300 })
  try {
    const changes = await measureRouteChanges(site.url)
    printMeasurements('Route changes after hover, 1,440 px, medians of 5', createRouteChangeRows(changes))
  } finally {
    await site.stop()
  }
}
