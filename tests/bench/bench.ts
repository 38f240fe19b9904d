import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print } from 'graphql'
import { type LocalContentfulOptions, startLocalContentful } from '#cms/local/server.ts'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { readSiteQueries } from '#scripts/build/query-files.ts'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { startTestSite } from '#tests/setup/e2e/test-site.ts'
import { median } from './bench-helpers.ts'
import { measureBuildTimes } from './build-times.ts'
import { measureDevUpdates } from './dev-update-times.ts'
import { measurePageLoads } from './page-loads.ts'
import { measurePlanTimes } from './plan-times.ts'
import { measureStartTimes } from './start-times.ts'

/** `npm run bench -- [part …]`: prints speed and size on this machine. Nothing passes or fails. */
const PAGES = ['/', '/gallery', '/services', '/contact', '/mainlinepipeline']

/** Requests per second. The limit of the space is slightly higher, so that only a client above its own rate exceeds it. */
const CLIENT_RATE = 6
const SPACE_RATE = 7

const BENCHMARKS = {
  seeding: benchSeeding,
  limited: benchLimitedSeeding,
  plan: benchPlan,
  start: benchStart,
  build: benchBuild,
  dev: benchDev,
  pages: benchPages,
}

const names = process.argv.slice(2)
const unknownName = names.find((name) => !(name in BENCHMARKS))
if (unknownName)
  throw new Error(`There is no part "${unknownName}": use ${Object.keys(BENCHMARKS).join(', ')}, or none for all`)
for (const [name, run] of Object.entries(BENCHMARKS)) if (names.length === 0 || names.includes(name)) await run()

async function benchSeeding(): Promise<void> {
  await using cms = await startEmptyCms()
  for (const run of ['empty space', 'second run']) {
    const { writes, reads, milliseconds } = await seed(cms.url)
    console.log(`Seeding, ${run}: ${(milliseconds / 1_000).toFixed(1)} s, ${writes} writes, ${reads} reads`)
  }
  console.log(`GraphQL, gallery of 120: ${(await measureGraphqlMedian(cms.url)).toFixed(1)} ms, median of 100 requests`)
}

/** Seeds a space that rejects requests above its rate limit. */
async function benchLimitedSeeding(): Promise<void> {
  await using cms = await startEmptyCms({ managementRequestsPerSecond: SPACE_RATE })
  const { writes, reads, milliseconds, failures } = await seed(cms.url, CLIENT_RATE)
  const minimum = ((writes + reads) / CLIENT_RATE) * 1_000
  console.log(
    `Seeding at ${CLIENT_RATE} requests/s: ${(milliseconds / 1_000).toFixed(0)} s for ${writes + reads} requests, ${(milliseconds / minimum).toFixed(2)} times the minimum at this rate, ${failures.length} failures`,
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

function seed(url: string, requestsPerSecond?: number) {
  return seedSpace({
    connection: getLocalManagementConnection(url),
    seed: readSeed(),
    model,
    mediaFolder: 'public/media',
    ...(requestsPerSecond && { requestsPerSecond }),
  })
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

async function benchPages(): Promise<void> {
  const site = await startTestSite({ name: 'bench', port: 3300 })
  await measurePageLoads(site.url, PAGES) // fills the image cache of the CMS
  console.log('\nPages on a slow phone (390 px, slow 4G, processor at a quarter), medians of 5, empty cache')
  console.table(
    (await measurePageLoads(site.url, PAGES)).map(
      ({ path, largestPaintMs, layoutShift, transferredBytes, scriptBytes, requests }) => ({
        path,
        'largest paint (s)': (largestPaintMs / 1_000).toFixed(2),
        'layout shift': layoutShift.toFixed(3),
        'transferred (KB)': Math.round(transferredBytes / 1_024),
        'scripts (KB)': Math.round(scriptBytes / 1_024),
        requests,
      }),
    ),
  )
  await site.stop()
}
