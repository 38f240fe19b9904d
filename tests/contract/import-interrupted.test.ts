import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setFaults } from 'contentful-local/testing'
import { expect, test } from 'vitest'
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

async function createSpaceWithTwoPhotos() {
  const space = await createImportSpace()
  for (const name of NAMES) await space.writeFile(name, await createPhoto(name))
  await space.writeFile('texts.csv', `file,alt\n${NAMES.map((name) => `${name},The photograph ${name}\n`).join('')}`)
  return space
}

/** Asserts that each photo is published once and that the space has no duplicates. */
async function expectEachOnce(space: ImportSpace) {
  expect((await readImportedPhotos(space)).map((photo) => photo?.altText)).toEqual(
    NAMES.map((name) => `The photograph ${name}`),
  )
  const names = Object.keys(await readSpaceState(space.url)).filter((name) => /photo-[0-9a-f]{12}/.test(name))
  expect(names).toHaveLength(2 * NAMES.length)
  expect(new Set(await readListedIds(space)).size).toBe(INITIAL_COUNT + NAMES.length)
}

const isWrite = ({ method }: ProxiedRequest) => method !== 'GET'

/** Imports in a separate process, and kills it at the given write: before it takes effect, or before its response. */
async function importAndKill(space: ImportSpace, killAt: number, when: 'cut before' | 'cut after') {
  const kill: { now?: () => void } = {}
  let writes = 0
  await using proxy = await startFaultProxy(space.url, (request) => {
    if (isWrite(request)) writes += 1
    if (writes < killAt) return undefined
    kill.now?.()
    return writes === killAt ? when : 'cut before'
  })
  await writeLocalAddress(space.pictureFolder, proxy.url)
  const options = { cwd: space.pictureFolder, env: createCommandEnv(), stdio: 'ignore' } as const
  const child = spawn(process.execPath, [CMS_SCRIPT, 'photos', 'add', '.'], options)
  kill.now = () => child.kill('SIGKILL')
  const [, signal] = await once(child, 'exit')
  return signal
}

// The writes: 2 uploads, 2 assets, 2 processings, 2 entries, the list, 4 publications, the page.
test.each([
  [3, 'cut after'],
  [8, 'cut before'],
  [9, 'cut after'],
  [12, 'cut before'],
  [14, 'cut before'],
  [14, 'cut after'],
] as const)(
  'after SIGKILL at write %i (%s), the next run completes the import without duplicates',
  async (killAt, when) => {
    await using space = await createSpaceWithTwoPhotos()
    expect(await importAndKill(space, killAt, when)).toBe('SIGKILL')
    const isLastDone = killAt === 14 && when === 'cut after'
    expect(await readImportedPhotos(space)).toHaveLength(isLastDone ? NAMES.length : 0)

    const { pictures } = await space.importPictures()
    expect(new Set(pictures.map(({ became }) => became))).toEqual(new Set([isLastDone ? 'duplicate' : 'published']))
    await expectEachOnce(space)
    expect(await space.importPictures()).toMatchObject({ writes: 0 })
  },
)

test.concurrent('imports each photo once when every fourth request fails after it took effect', async () => {
  await using space = await createSpaceWithTwoPhotos()
  const apis = ['management', 'upload', 'images'] as const
  await setFaults(space.url, { serverErrors: { status: 503, when: 'after', every: 4, apis: [...apis] } })
  const { pictures } = await space.importPictures()
  await setFaults(space.url, {})
  expect(pictures.map(({ became }) => became)).toEqual(['published', 'published'])
  await expectEachOnce(space)
})

test.concurrent('imports each photo once when responses are truncated', async () => {
  await using space = await createSpaceWithTwoPhotos()
  await setFaults(space.url, { cutBodies: { every: 5, apis: ['management', 'images'] } })
  const { pictures } = await space.importPictures()
  await setFaults(space.url, {})
  expect(pictures.map(({ became }) => became)).toEqual(['published', 'published'])
  await expectEachOnce(space)
})

test.concurrent('fails only the photo whose entry Contentful rejects', async () => {
  await using space = await createSpaceWithTwoPhotos()
  let rejectedPath = ''
  await using proxy = await startFaultProxy(space.url, ({ method, path }) => {
    if (method !== 'PUT' || !/\/entries\/photo-[0-9a-f]{12}$/.test(path)) return undefined
    rejectedPath ||= path
    return path === rejectedPath ? createRejection('Too bad') : undefined
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

test.concurrent('publishes no photo if one cannot be published, and continues in the next run', async () => {
  await using space = await createSpaceWithTwoPhotos()
  let rejectedPath = ''
  await using proxy = await startFaultProxy(space.url, ({ method, path }) => {
    if (method !== 'PUT' || !/\/entries\/photo-[0-9a-f]{12}\/published$/.test(path)) return undefined
    rejectedPath ||= path
    return path === rejectedPath ? createRejection('Not yet') : undefined
  })
  const { pictures, waitsFor } = await space.importPictures({ connection: getLocalManagementConnection(proxy.url) })
  expect(pictures.filter(({ became }) => became === 'failed')).toMatchObject([{ reason: 'Not yet' }])
  expect(waitsFor).toContain('run this again')
  expect(await readImportedPhotos(space)).toEqual([])
  await space.importPictures()
  await expectEachOnce(space)
})

const createRejection = (message: string) => ({
  status: 422,
  body: { sys: { type: 'Error', id: 'ValidationFailed' }, message },
})
