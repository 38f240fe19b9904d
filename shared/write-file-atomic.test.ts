import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { removePartFiles, syncFolder, writeFileAtomic, writeFilesAtomic } from './write-file-atomic.ts'

const UUID = '0b6a7a0e-3c2e-4a53-9d2c-0123456789ab'
const DAY = 24 * 60 * 60
const HOUR = 3_600_000 // ms

let folder: string
let path: string

beforeEach(async () => {
  folder = await createTestFolder()
  path = join(folder, 'page.html')
})

const text = (file = path) => readFile(file, 'utf8')

async function putOld(name: string, days: number) {
  await writeFile(join(folder, name), 'half')
  const time = Date.now() / 1_000 - days * DAY
  await utimes(join(folder, name), time, time)
}

/** Runs code in a process of its own, which gets `path` and both functions. Answers with its exit code or its signal. */
async function inProcess(code: string, command = '') {
  const script = `
    const path = process.argv[1]
    const { default: files } = await import('node:fs/promises')
    const { syncBuiltinESMExports } = await import('node:module')
    const load = () => import('#shared/write-file-atomic.ts')
    ${code}`
  const args = ['-c', `${command} exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', script, path]
  const child = spawn('bash', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  const [exit, signal] = await once(child, 'close')
  return { end: signal ?? exit, output: output.trim() }
}

test('replaces a file, or a link, as a whole, with the permissions that it is given', async () => {
  const target = join(folder, 'target')
  await writeFile(target, 'untouched')
  await symlink(target, path)
  await writeFileAtomic(path, Buffer.from('new'), { mode: 0o600 })
  expect([await text(target), await text()]).toEqual(['untouched', 'new'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await writeFileAtomic(path, Buffer.from('new'))
  expect((await stat(path)).mode & 0o777, 'by default').toBe(0o666 & ~process.umask())
})

/** The methods of all open files. */
async function getFilePrototype(): Promise<FileHandle> {
  await using file = await open(folder)
  return Object.getPrototypeOf(file)
}

test('a power failure loses nothing: the file is synced before it gets its name, the folder after that', async () => {
  const prototype = await getFilePrototype()
  const { sync } = prototype
  const calls: string[] = []
  using spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const isFolder = (await this.stat()).isDirectory()
    const isNamed = (await readdir(folder)).includes('page.html')
    calls.push(`${isFolder ? 'folder' : 'file'} ${isNamed ? 'after' : 'before'} the rename`)
    await sync.call(this)
  })
  await writeFileAtomic(path, Buffer.from('one'), { sync: false })
  expect(calls, 'where it may be lost').toEqual([])
  await rm(path)
  await mkdir(join(folder, 'content'))
  const names = ['page.html', 'page.html.br', 'content/page.json']
  await writeFilesAtomic(new Map(names.map((name) => [join(folder, name), Buffer.from(name)])))
  expect(calls).toEqual([...Array(3).fill('file before the rename'), ...Array(2).fill('folder after the rename')])
  for (const code of ['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EACCES']) {
    spy.mockRejectedValueOnce(Object.assign(new Error(), { code })) // a file system that cannot sync folders
    await expect(syncFolder(folder)).resolves.toBeUndefined()
  }
  spy.mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
  await expect(syncFolder(folder)).rejects.toThrow('EIO')
})

test('a process that is killed leaves all earlier files; its part files are removed by a write a day later', async () => {
  const other = join(folder, 'other.html')
  for (const file of [path, other]) await writeFile(file, 'earlier')
  const { end } = await inProcess(`
    files.rename = () => process.kill(process.pid, 'SIGKILL')
    syncBuiltinESMExports()
    const { writeFilesAtomic } = await load()
    await writeFilesAtomic(new Map([[path, Buffer.from('new')], [path.replace('page', 'other'), Buffer.from('new')]]))`)
  expect(end).toBe('SIGKILL')
  expect([await text(), await text(other)]).toEqual(['earlier', 'earlier'])
  const parts = (await readdir(folder)).filter((name) => /^(page|other)\.html\.[0-9a-f-]{36}\.part$/.test(name))
  expect(parts).toHaveLength(2)
  for (const part of parts) await putOld(part, 2)
  await writeFileAtomic(path, Buffer.from('last'))
  expect((await readdir(folder)).sort()).toEqual(['other.html', 'page.html'])
})

describe('part files', () => {
  test('are looked for once in an hour, also when the clock is set back', async () => {
    const name = `page.html.${UUID}.part`
    const now = Date.now()
    using clock = vi.spyOn(Date, 'now')
    const isRemoved = async (time: number) => {
      await putOld(name, 3)
      clock.mockReturnValue(time)
      await writeFileAtomic(path, Buffer.from('one'))
      return !(await readdir(folder)).includes(name)
    }
    const times = [now, now + HOUR - 1, now + HOUR, now + 1, now + 0.5 * HOUR]
    const removed: boolean[] = []
    for (const time of times) removed.push(await isRemoved(time))
    expect(removed).toEqual([true, false, true, false, false])
    expect(await isRemoved(now - 2 * HOUR)).toBe(true)
  })

  test('of another name, folders, links and files that are not old stay', async () => {
    const kept = ['a.html.part', `${UUID}.part.html`, `b.html.${UUID.toUpperCase()}.part`]
    for (const name of [`a.html.${UUID}.part`, ...kept]) await putOld(name, 2)
    await putOld(`recent.html.${UUID}.part`, 0.9) // may be of a process that still writes
    await mkdir(join(folder, `folder.${UUID}.part`))
    await putOld(`folder.${UUID}.part/below.html.${UUID}.part`, 2)
    await symlink(path, join(folder, `link.${UUID}.part`))
    await writeFileAtomic(path, Buffer.from('one'))
    const others = ['recent.html', 'folder', 'link'].map((name) => `${name}.${UUID}.part`)
    expect((await readdir(folder)).sort()).toEqual(['page.html', ...kept, ...others].sort())
    expect(await readdir(join(folder, `folder.${UUID}.part`))).toHaveLength(1)
  })

  test('are removed below a folder whatever their age, where nothing else writes', async () => {
    await mkdir(join(folder, 'uploads'))
    await putOld(`uploads/a.jpg.${UUID}.part`, 0)
    await removePartFiles(folder, { minAge: 0, recursive: true })
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
    await removePartFiles(join(folder, 'missing'), { minAge: 0 })
  })
})

describe('an error', () => {
  test('of a disk that is full leaves the earlier files and no part file', async () => {
    await writeFile(path, 'earlier')
    // The largest file is 8 blocks: the first of the two files fits.
    const { end, output } = await inProcess(
      `const { writeFilesAtomic } = await load()
      const contents = new Map([[path, Buffer.from('new')], [path + '.br', Buffer.alloc(1_000_000)]])
      await writeFilesAtomic(contents).catch(({ code }) => console.log(code))`,
      'ulimit -f 8;',
    )
    expect({ end, output }).toEqual({ end: 0, output: 'EFBIG' })
    expect(await readdir(folder)).toEqual(['page.html'])
    expect(await text()).toBe('earlier')
  })

  test.each(['sync', 'writeFile'] as const)('of %s leaves the earlier file and no part file', async (name) => {
    await writeFile(path, 'earlier')
    using _ = vi.spyOn(await getFilePrototype(), name).mockRejectedValueOnce(new Error('EIO: i/o error'))
    await expect(writeFileAtomic(path, Buffer.from('new'))).rejects.toThrow('EIO: i/o error')
    expect(await readdir(folder)).toEqual(['page.html'])
    expect(await text()).toBe('earlier')
  })

  test('of the rename leaves no part file', async () => {
    await mkdir(path)
    await expect(writeFileAtomic(path, Buffer.from('new'))).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['page.html'])
  })
})

test('writers of one path leave the content of one of them, whole, at every moment', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => `${index} `.repeat(50_000))
  await writeFileAtomic(path, Buffer.from(contents[0] ?? ''))
  let isWriting = true
  const read = async () => {
    for (let reads = 0; isWriting || reads < 5; reads += 1) expect(contents).toContain(await text())
  }
  const reading = read()
  const elsewhere = inProcess(`
    const { writeFileAtomic } = await load()
    for (let index = 0; index < 20; index++) await writeFileAtomic(path, Buffer.from((index + ' ').repeat(50_000)))`)
  await Promise.all(contents.map((content) => writeFileAtomic(path, Buffer.from(content), { sync: false })))
  expect((await elsewhere).end).toBe(0)
  isWriting = false
  await reading
  expect(await readdir(folder)).toEqual(['page.html'])
})
