import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-progress-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Returns what is written while four packages and then the binary of `node` are installed, with every time as 0 s. */
async function recordProgress(stream: { isTTY: boolean; columns?: number }): Promise<readonly string[]> {
  const code = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { setTimeout as wait } from 'node:timers/promises'
    import { reportInstallProgress } from ${JSON.stringify(pathToFileURL('scripts/bootstrap/install-progress.mjs'))}
    const put = (path) => { mkdirSync(path, { recursive: true }); writeFileSync(path + '/package.json', '{}') }
    const written = []
    const until = async (text) => { while (!written.at(-1)?.includes(text)) await wait(5) }
    const others = Array.from({ length: 4 }, (_, index) => 'node_modules/other-' + index)
    put(others[0])
    await wait(20)
    const stream = { ...${JSON.stringify(stream)}, write: (text) => written.push(text) }
    const stop = reportInstallProgress('.', [...others, 'node_modules/node'], { stream, interval: 10 })
    await until(' 0 of 5,')
    others.forEach(put)
    put('node_modules/node')
    await until(' 4 of 5,')
    put('node_modules/node/bin/node')
    await until(' 5 of 5,')
    stop()
    console.log(JSON.stringify(written))`
  const args = ['--input-type=module', '-e', code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  const written: string[] = JSON.parse(stdout.replaceAll(/\d+ s/g, '0 s'))
  return written.filter((text, index) => text !== written[index - 1])
}

test('updates one line on a terminal and clears it at the end', async () => {
  expect(await recordProgress({ isTTY: true, columns: 44 })).toEqual([
    '\r\x1b[KInstalling packages: 0 of 5, 0 s',
    '\r\x1b[KInstalling packages: 4 of 5, 0 s, waiting f',
    '\r\x1b[KInstalling packages: 5 of 5, 0 s',
    '\r\x1b[K',
  ])
})

test('prints separate lines without a terminal', async () => {
  expect(await recordProgress({ isTTY: false })).toEqual([
    'Installing packages: 0 of 5, 0 s\n',
    'Installing packages: 4 of 5, 0 s, waiting for node\n',
    'Installing packages: 5 of 5, 0 s\n',
  ])
})
