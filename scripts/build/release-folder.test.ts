import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createApp } from '#server/app.ts'
import { repeat } from '#server/process/repeat.ts'
import { getLockFile, withBuildLock } from '#server/publishing/build-lock.ts'
import { SECURITY_HEADERS_FILE } from '#server/rendering/build-files.ts'
import type { RenderFailure } from '#server/rendering/render-failure.ts'
import { followReleases, getReleasesLockFolder, readActiveReleases, readRelease } from '#server/site/releases.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { writeTestFiles } from '#tests/setup/server/site.ts'
import { activateRelease, createRelease, findRollbackRelease, type NewRelease } from './release-folder.ts'

vi.mock('#server/process/repeat.ts', { spy: true })

let folder: string

beforeEach(async () => {
  folder = join(await createTestFolder(), 'releases')
})

/** Folders of files that open pages of earlier releases load. */
const FILE_FOLDERS = ['assets', 'media', 'photo-desk/assets']

/** Creates a release with the page `text` and files of that name. */
async function makeRelease(text: string, options: Partial<NewRelease> & { failures?: readonly RenderFailure[] } = {}) {
  const { failures = [], ...others } = options
  return createRelease({
    folder,
    env: {},
    ...others,
    build: async ({ outDir }) => {
      const headers = JSON.stringify({ all: {}, pages: {}, drafts: {}, photoDesk: { 'content-security-policy': text } })
      const files = Object.fromEntries(FILE_FOLDERS.map((each) => [`${each}/${text}.js`, '']))
      await writeTestFiles(outDir, { 'index.html': text, ...files, [SECURITY_HEADERS_FILE]: headers })
      return failures
    },
  })
}

async function follow(log: (line: string) => void = () => {}) {
  const releases = await followReleases(folder, log, 10)
  const server = createApp({ site: releases })
  onTestFinished(async () => {
    releases.close()
    await server.close()
  })
  return {
    releases,
    page: async () => (await server.inject('/')).body,
    file: async (path: string) => (await server.inject(`/${path}.js`)).statusCode,
    policy: async (path: string) => (await server.inject(`/${path}.js`)).headers['content-security-policy'],
  }
}

test('§12.36 §12.37 §12.40 the server switches to a new release and still serves the files of the two previous releases', async () => {
  const ids = [await makeRelease('one', { env: { VITE_SITE_URL: 'https://www.your-site.com' } })]
  const { releases, page, file, policy } = await follow()
  const served: string[] = []
  releases.beforeSwitch(async () => void served.push(releases.getCurrent().id))
  expect(releases.getCurrent()).toMatchObject({ id: ids[0], env: { VITE_SITE_URL: 'https://www.your-site.com' } })
  for (const text of ['two', 'three', 'four']) {
    ids.unshift(await makeRelease(text))
    await expect.poll(page).toBe(text)
  }
  expect(served.toReversed(), 'before each switch').toEqual(ids.slice(1))
  expect(await readActiveReleases(folder)).toEqual(ids.slice(0, 3))
  expect((await readdir(folder)).sort()).toEqual(['.locks', 'active.json', ...ids.slice(0, 3)].sort())
  for (const each of FILE_FOLDERS) {
    const paths = ['one', 'two', 'three', 'four', 'five'].map((name) => `${each}/${name}`)
    expect(await Promise.all(paths.map(file))).toEqual([404, 200, 200, 200, 404])
  }
  expect([await policy('photo-desk/assets/two'), await policy('photo-desk/assets/four')]).toEqual(['two', 'four'])
})

test('§12.37 a server looks for a new release every second', async () => {
  await makeRelease('one')
  const { close } = await followReleases(folder, () => {})
  onTestFinished(close)
  expect(repeat).toHaveBeenLastCalledWith(expect.any(Function), 1_000, expect.any(Function))
})

test('§12.39 each rollback activates the next older release', async () => {
  const [one, two, three] = [await makeRelease('one'), await makeRelease('two'), await makeRelease('three')]
  const { page } = await follow()
  for (const [text, id] of Object.entries({ two, one })) {
    expect(await findRollbackRelease(folder)).toBe(id)
    await activateRelease(folder, id)
    await expect.poll(page).toBe(text)
  }
  await expect(findRollbackRelease(folder)).rejects.toThrow('There is no older release')
  await activateRelease(folder, three)
  await expect.poll(page).toBe('three')
})

test('§12.37 a failed build changes nothing', async () => {
  const id = await makeRelease('one')
  const { page } = await follow()
  const build = async ({ outDir }: { outDir: string }) => {
    await writeTestFiles(outDir, { 'index.html': 'broken' })
    throw new Error('The disk is full')
  }
  await expect(createRelease({ folder, env: {}, build })).rejects.toThrow('The disk is full')
  expect(await readActiveReleases(folder)).toEqual([id])
  expect((await readdir(folder)).sort()).toEqual(['.locks', id, 'active.json'])
  expect(await page()).toBe('one')
})

test('§11.21 a release with content of the seed in place of Contentful’s needs --allow-fallback', async () => {
  const id = await makeRelease('one')
  const failures = [{ what: '/gallery', reason: 'fetch failed' }]
  const refused = makeRelease('two', { failures })
  await expect(refused).rejects.toThrow('Not available from the CMS: /gallery. fetch failed')
  await expect(refused).rejects.toThrow('npm run build -- --allow-fallback')
  expect(await readActiveReleases(folder)).toEqual([id])
  const lines: string[] = []
  const accepted = await makeRelease('two', { failures, allowFallback: true, warn: (line) => lines.push(line) })
  expect(await readActiveReleases(folder)).toEqual([accepted, id])
  expect(lines).toEqual(['Not available from the CMS: /gallery. fetch failed'])
})

test('§12.38 a release whose pages are being rendered is removed by the next activation', async () => {
  const [one, ...others] = [await makeRelease('one'), await makeRelease('two'), await makeRelease('three')]
  const site = join(folder, one, 'site')
  const lockFolder = getReleasesLockFolder(folder)
  others.push(await withBuildLock(site, () => makeRelease('four'), lockFolder))
  expect(await readActiveReleases(folder)).toEqual(others.toReversed())
  expect(await readFile(join(site, 'index.html'), 'utf8')).toBe('one')
  await activateRelease(folder, await findRollbackRelease(folder))
  expect((await readdir(folder)).sort()).toEqual(['.locks', 'active.json', ...others].sort())
  expect(await readdir(lockFolder)).toEqual([basename(getLockFile(lockFolder, folder))])
})

test('§12.39 a release that was moved into the folder can be activated, and one that was removed is not kept', async () => {
  const [one, two] = [await makeRelease('one'), await makeRelease('two')]
  const { page } = await follow()
  const moved = '29991231T000000000Z-00000000'
  await cp(join(folder, one), join(folder, moved), { recursive: true })
  await activateRelease(folder, moved)
  await expect.poll(page).toBe('one')
  await activateRelease(folder, two)
  await rm(join(folder, moved), { recursive: true })
  expect(await findRollbackRelease(folder)).toBe(one)
  const three = await makeRelease('three')
  expect(await readActiveReleases(folder)).toEqual([three, two, one])
  await expect(activateRelease(folder, moved)).rejects.toThrow(`There is no release ${moved}`)
  await expect(activateRelease(folder, '../releases')).rejects.toThrow('There is no release ../releases')
})

test('removes the unfinished folder of a killed build', async () => {
  await mkdir(join(folder, '.building-20260101T000000000Z-00000000/site'), { recursive: true })
  const id = await makeRelease('one')
  expect((await readdir(folder)).sort()).toEqual(['.locks', id, 'active.json'])
})

test.each(['index.html', SECURITY_HEADERS_FILE])(
  '§12.37 a release without %s is neither created nor served',
  async (name) => {
    const [one, two] = [await makeRelease('one'), await makeRelease('two')]
    const lines: string[] = []
    const { page } = await follow((line) => lines.push(line))
    await rm(join(folder, one, 'site', name))
    await expect(activateRelease(folder, one)).rejects.toThrow(`The release ${one} is not whole: ${name} (ENOENT)`)
    await writeFileAtomic(join(folder, 'active.json'), Buffer.from(JSON.stringify({ releases: [one, two] })))
    await expect
      .poll(() => lines)
      .toEqual([expect.stringContaining(`The release ${two} stays: The release ${one} is not`)])
    await writeFileAtomic(join(folder, 'active.json'), Buffer.from('no JSON'))
    await expect.poll(() => lines.at(-1)).toContain('is damaged: delete it, then run npm run build')
    expect(await page()).toBe('two')
    await writeFileAtomic(join(folder, 'active.json'), Buffer.from(JSON.stringify({ releases: [two, one] })))

    const build = async ({ outDir }: { readonly outDir: string }) => {
      const others = ['index.html', SECURITY_HEADERS_FILE].filter((file) => file !== name)
      await writeTestFiles(outDir, Object.fromEntries(others.map((file) => [file, ''])))
      return []
    }
    await expect(createRelease({ folder, env: {}, build })).rejects.toThrow('is not whole')
    expect((await readdir(folder)).sort()).toEqual(['.locks', 'active.json', one, two].sort())
  },
)

test('fails to start without a release, with the remedy', async () => {
  await expect(followReleases(folder, () => {})).rejects.toThrow(
    `There is no release in ${folder}: run npm run build, or set RELEASES_FOLDER`,
  )
})

test('an active.json that cannot be read is not taken for a folder without releases', async () => {
  await mkdir(join(folder, 'active.json'), { recursive: true })
  await expect(readActiveReleases(folder)).rejects.toThrow('active.json cannot be read (EISDIR)')
})

test.each(['../evil', '/etc', '20260101T000000000Z-00000000/../../x'])(
  'rejects the invalid release id %s',
  async (id) => {
    await writeTestFiles(folder, { 'active.json': JSON.stringify({ releases: [id] }) })
    await expect(followReleases(folder, () => {})).rejects.toThrow('is damaged')
    await expect(readRelease(folder, 'absent')).rejects.toThrow('cannot be read')
  },
)

test('ids sort in the order of the builds, also of one millisecond and after the clock was set back', async () => {
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => void clock.mockRestore())
  const ids = []
  for (const [index, time] of ['2026-11-28T10:00:00.999Z', '2026-11-28T10:00:00.999Z', '2026-11-27'].entries()) {
    clock.mockReturnValue(Date.parse(time))
    ids.push(await makeRelease(`page-${index}`))
  }
  const times = ['100000999', '100001000', '100001001'].map((time) => `20261128T${time}Z`)
  expect(ids.map((id) => id.split('-')[0])).toEqual(times)
  expect(await findRollbackRelease(folder)).toBe(ids[1])
})
