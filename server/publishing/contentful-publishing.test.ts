import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import type { ContentChange } from './content-change.ts'
import { createContentfulPublishing } from './contentful-publishing.ts'

const SECRET = 'a'.repeat(64)
const changeOf = (type: string): ContentChange => ({ contentTypes: new Set([type]), assets: false, anything: false })

/** Publishing of a folder without a build, so that every rebuild fails. */
async function startPublishing() {
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

test('logs and reports the reason when a rebuild fails', async () => {
  const { rebuilds, lines } = await startPublishing()
  rebuilds.enqueue(changeOf('seo'))
  await expect.poll(() => rebuilds.getState().status).toBe('failed')
  expect(rebuilds.getState().failures).toEqual([{ what: 'the pages', reason: expect.stringContaining('prerender.js') }])
  expect(lines.at(-1)).toMatch(/^Not up to date: the pages\. .*prerender\.js.*Retrying in 10 s\.$/)
})

test('runs no build for a change that no page shows', async () => {
  const { rebuilds, lines } = await startPublishing()
  rebuilds.enqueue(changeOf('somethingElse'))
  await expect.poll(() => rebuilds.getState()).toMatchObject({ status: 'ok', isRebuilding: false })
  expect(rebuilds.getState().lastRebuild).not.toBeNull()
  expect(lines).toEqual([])
})

test('throws for a deploy hook without https', () =>
  expect(() =>
    createContentfulPublishing({
      secret: SECRET,
      getSite: () => ({ outDir: 'dist', env: {} }),
      deployHookUrl: 'http://hooks.example/',
      log: () => {},
    }),
  ).toThrow(UserError))
