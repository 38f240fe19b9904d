import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print } from 'graphql'
import { startLocalContentful } from '#cms/local/server.ts'
import { LOCAL_TOKENS } from '#cms/local/tokens.ts'
import { model } from '#cms/model/model.ts'
import { readSeed } from '#cms/seed/seed.ts'
import { localConnection } from '#cms/space/connection.ts'
import { seedSpace } from '#cms/space/seed-space.ts'
import { siteQueries } from '#scripts/site-queries.ts'
import { startTestSite } from '#tests/setup/site.ts'
import { median } from './median.ts'
import { pageLoads } from './page-loads.ts'

/** Speed and size, measured on this machine; nothing here passes or fails. */
const PAGES = ['/', '/gallery', '/services', '/contact', '/mainlinepipeline']

await benchSeeding()
await benchPages()

async function benchSeeding(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const cms = await startLocalContentful({ port: 0, folder })
  const seed = () =>
    seedSpace({ connection: localConnection(cms.url), seed: readSeed(), model, mediaFolder: 'public/media' })
  for (const run of ['empty space', 'second run']) {
    const { writes, reads, milliseconds } = await seed()
    console.log(`Seeding, ${run}: ${(milliseconds / 1_000).toFixed(1)} s, ${writes} writes, ${reads} reads`)
  }
  console.log(`GraphQL, gallery of 120: ${(await graphqlMedian(cms.url)).toFixed(1)} ms at the median of 100 answers`)
  await cms.close()
  await rm(folder, { recursive: true })
}

async function graphqlMedian(url: string): Promise<number> {
  const { Gallery } = await siteQueries()
  const body = JSON.stringify({ query: Gallery && print(Gallery), variables: { skip: 0, limit: 1_000 } })
  const headers = { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'content-type': 'application/json' }
  const times: number[] = []
  for (let run = 0; run < 100; run += 1) {
    const started = performance.now()
    const answer = await fetch(`${url}/content/v1/spaces/local/environments/master`, { method: 'POST', headers, body })
    await answer.text()
    times.push(performance.now() - started)
  }
  return median(times)
}

async function benchPages(): Promise<void> {
  const site = await startTestSite({ name: 'bench', port: 3300 })
  await pageLoads(site.url, PAGES) // the CMS makes each picture once
  console.log('\nPages on a slow phone (390 px, slow 4G, processor at a quarter), medians of 5, empty cache')
  console.table(
    (await pageLoads(site.url, PAGES)).map(({ path, largestPaint, shift, transferred, scripts, requests }) => ({
      path,
      'largest paint (s)': (largestPaint / 1_000).toFixed(2),
      'layout shift': shift.toFixed(3),
      'transferred (KB)': Math.round(transferred / 1_024),
      'scripts (KB)': Math.round(scripts / 1_024),
      requests,
    })),
  )
  await site.stop()
}
