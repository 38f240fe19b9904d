import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { setFaults } from '#cms/local/client.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { type ProxiedRequest, startFaultProxy } from './fault-proxy.ts'
import {
  createImportSpace,
  type ImportSpace,
  INITIAL_COUNT,
  readImportedPhotos,
  readListedIds,
} from './import-space.ts'
import { CMS_SCRIPT, writeLocalAddress } from './run-cms.ts'
import { readSpaceState } from './seeded-space.ts'
import { createPhoto } from './test-pictures.ts'

const NAMES = ['a.jpg', 'b.jpg']

async function twoPhotos() {
  const space = await createImportSpace()
  for (const name of NAMES) await space.writeFile(name, await createPhoto(name))
  await space.writeFile('texts.csv', `file,alt\n${NAMES.map((name) => `${name},The photograph ${name}\n`).join('')}`)
  return space
}

/** What a visitor sees, and whether anything is there twice. */
async function expectAllOnce(space: ImportSpace) {
  expect((await readImportedPhotos(space)).map((one) => one?.altText)).toEqual(
    NAMES.map((name) => `The photograph ${name}`),
  )
  const names = Object.keys(await readSpaceState(space.url)).filter((name) => /photo-[0-9a-f]{12}/.test(name))
  expect(names).toHaveLength(2 * NAMES.length)
  expect(new Set(await readListedIds(space)).size).toBe(INITIAL_COUNT + NAMES.length)
}

const isWrite = ({ method }: ProxiedRequest) => method !== 'GET'

/** Adds in a process of its own, and kills it at its n-th write: before it takes effect, or before it is answered. */
async function addAndKill(space: ImportSpace, at: number, when: 'cut before' | 'cut after') {
  const kill: { now?: () => void } = {}
  let writes = 0
  await using proxy = await startFaultProxy(space.url, (passing) => {
    if (isWrite(passing)) writes += 1
    if (writes < at) return undefined
    kill.now?.()
    return writes === at ? when : 'cut before'
  })
  await writeLocalAddress(space.pictureFolder, proxy.url)
  const options = { cwd: space.pictureFolder, env: createCommandEnv(), stdio: 'ignore' } as const
  const child = spawn(process.execPath, [CMS_SCRIPT, 'photos', 'add', '.'], options)
  kill.now = () => child.kill('SIGKILL')
  const [, signal] = await once(child, 'exit')
  return signal
}

// 2 uploads, 2 assets, 2 processed, 2 entries; the list; 4 publications; the page.
test.each([
  [3, 'cut after'],
  [8, 'cut before'],
  [9, 'cut after'],
  [12, 'cut before'],
  [14, 'cut before'],
  [14, 'cut after'],
] as const)('killed at write %i (%s), the next run brings all in, and nothing twice', async (at, when) => {
  await using space = await twoPhotos()
  expect(await addAndKill(space, at, when)).toBe('SIGKILL')
  const isLastDone = at === 14 && when === 'cut after'
  expect(await readImportedPhotos(space)).toHaveLength(isLastDone ? NAMES.length : 0)

  const { pictures } = await space.importPictures()
  expect(new Set(pictures.map(({ became }) => became))).toEqual(new Set([isLastDone ? 'duplicate' : 'published']))
  await expectAllOnce(space)
  expect(await space.importPictures()).toMatchObject({ writes: 0 })
})

test.concurrent('every fourth request fails, after it took effect: all comes in, once', async () => {
  await using space = await twoPhotos()
  const apis = ['management', 'upload', 'images'] as const
  await setFaults(space.url, { serverErrors: { status: 503, when: 'after', every: 4, apis: [...apis] } })
  const { pictures } = await space.importPictures()
  await setFaults(space.url, {})
  expect(pictures.map(({ became }) => became)).toEqual(['published', 'published'])
  await expectAllOnce(space)
})

test.concurrent('answers that break off: all comes in, once', async () => {
  await using space = await twoPhotos()
  await setFaults(space.url, { cutBodies: { every: 5, apis: ['management', 'images'] } })
  const { pictures } = await space.importPictures()
  await setFaults(space.url, {})
  expect(pictures.map(({ became }) => became)).toEqual(['published', 'published'])
  await expectAllOnce(space)
})

test.concurrent('what Contentful refuses of one photograph costs that one', async () => {
  await using space = await twoPhotos()
  let refused = ''
  await using proxy = await startFaultProxy(space.url, ({ method, path }) => {
    if (method !== 'PUT' || !/\/entries\/photo-[0-9a-f]{12}$/.test(path)) return undefined
    refused ||= path
    return path === refused ? refusal('Too bad') : undefined
  })
  const { pictures } = await space.importPictures({ connection: getLocalManagementConnection(proxy.url) })
  expect(pictures.filter(({ became }) => became === 'failed')).toMatchObject([{ reason: 'Too bad' }])
  expect(await readImportedPhotos(space)).toHaveLength(1)
  expect((await space.importPictures()).pictures.map(({ became }) => became).toSorted()).toEqual([
    'duplicate',
    'published',
  ])
  expect(await readImportedPhotos(space)).toHaveLength(2)
})

test.concurrent('one that may not be published holds all of them back, and the next run goes on', async () => {
  await using space = await twoPhotos()
  let refused = ''
  await using proxy = await startFaultProxy(space.url, ({ method, path }) => {
    if (method !== 'PUT' || !/\/entries\/photo-[0-9a-f]{12}\/published$/.test(path)) return undefined
    refused ||= path
    return path === refused ? refusal('Not yet') : undefined
  })
  const { pictures, waitsFor } = await space.importPictures({ connection: getLocalManagementConnection(proxy.url) })
  expect(pictures.filter(({ became }) => became === 'failed')).toMatchObject([{ reason: 'Not yet' }])
  expect(waitsFor).toContain('run this again')
  expect(await readImportedPhotos(space)).toEqual([])
  await space.importPictures()
  await expectAllOnce(space)
})

const refusal = (message: string) => ({
  status: 422,
  body: { sys: { type: 'Error', id: 'ValidationFailed' }, message },
})
