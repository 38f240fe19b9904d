import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BadInput } from '#cms/sync/bad-input.ts'
import { createContentfulPublishing } from './contentful-publishing.ts'
import type { ContentChange } from './publishing-options.ts'

const SECRET = 'a'.repeat(64)
const of = (type: string): ContentChange => ({ contentTypes: new Set([type]), assets: false, anything: false })

/** A folder that nobody has built anything into: every rebuild fails, and says so. */
async function begin() {
  const folder = await mkdtemp(join(tmpdir(), 'publishing-'))
  const lines: string[] = []
  const outDir = join(folder, 'dist')
  const getSite = () => ({ outDir, env: {} })
  const { rebuilds } = createContentfulPublishing({ secret: SECRET, getSite, log: (line) => lines.push(line) })
  onTestFinished(async () => {
    await rebuilds.close()
    await rm(folder, { recursive: true })
  })
  return { rebuilds, lines }
}

test('a rebuild that fails as a whole says why, and the server goes on', async () => {
  const { rebuilds, lines } = await begin()
  rebuilds.enqueue(of('seo'))
  await expect.poll(() => rebuilds.getState().status).toBe('failed')
  expect(rebuilds.getState().failures).toEqual([{ what: 'the pages', reason: expect.stringContaining('prerender.js') }])
  expect(lines.at(-1)).toMatch(/^Not up to date: the pages\. .*prerender\.js.*Tried again in 10 s\.$/)
})

test('what is on no page needs no rebuild', async () => {
  const { rebuilds, lines } = await begin()
  rebuilds.enqueue(of('somethingElse'))
  await expect.poll(() => rebuilds.getState()).toMatchObject({ status: 'ok', isRebuilding: false })
  expect(rebuilds.getState().lastRebuild).not.toBeNull()
  expect(lines).toEqual([])
})

test('a deploy hook in the clear is refused at the start', () =>
  expect(() =>
    createContentfulPublishing({
      secret: SECRET,
      getSite: () => ({ outDir: 'dist', env: {} }),
      deployHookUrl: 'http://hooks.example/',
      log: () => {},
    }),
  ).toThrow(BadInput))
