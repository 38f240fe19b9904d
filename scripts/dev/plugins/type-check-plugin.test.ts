import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { createErrorOverlay } from './error-overlay.ts'
import { createCompilerCommand, typeCheckPlugin } from './type-check-plugin.ts'

const ERROR = 'src/facts.tsx(26,15): error TS2339: Property does not exist'
const SHOWN = { type: 'error', err: { message: ERROR.replace('(26,15)', ':26:15'), stack: '' } }
const CLOSED = { type: 'update', updates: [] }

/** A compiler that prints what the file contains. */
const COMPILER = "process.stdout.write((await import('node:fs')).readFileSync(process.argv[2]))"

/** Starts a server with a compiler that prints a text. A change of a source runs it. */
async function startSite(isContentValid: () => Promise<boolean>) {
  const folder = await createTestFolder()
  const [compiler, output] = [join(folder, 'compiler.mjs'), join(folder, 'output.txt')]
  await writeFile(compiler, COMPILER)
  await writeFile(output, `${ERROR}\n${ERROR}\n`)
  const overlay = createErrorOverlay()
  const plugins = [overlay.plugin, typeCheckPlugin(overlay, isContentValid, [[compiler, output]])]
  const { edit, openPage } = await startViteServer(plugins, { 'facts.ts': '' })
  const changeErrors = async (text: string) => {
    await writeFile(output, text)
    await edit('facts.ts', text)
  }
  return { openPage, changeErrors }
}

test('an error of two projects is shown once with its place, also to pages that connect later, until it is fixed', async () => {
  const { openPage, changeErrors } = await startSite(async () => true)
  const first = await openPage()
  await expect.poll(() => first).toContainEqual(SHOWN)
  const later = await openPage()
  await expect.poll(() => later).toContainEqual(SHOWN)
  await changeErrors('')
  for (const payloads of [first, later]) await expect.poll(() => payloads).toContainEqual(CLOSED)
  expect(await openPage()).not.toContainEqual(SHOWN)
})

test('type errors are not shown while the content has an error, which causes others', async () => {
  const states: boolean[] = [false]
  const { openPage, changeErrors } = await startSite(async () => states.shift() ?? true)
  const payloads = await openPage()
  await expect.poll(() => states).toEqual([])
  await changeErrors(ERROR.replace('26', '27'))
  await expect.poll(() => payloads.filter(({ type }) => type === 'error')).toHaveLength(1)
  expect(JSON.stringify(payloads)).toContain('src/facts.tsx:27:15')
})

test('a file that was saved during a check is checked again', async () => {
  const folder = await createTestFolder()
  const [project, file] = [join(folder, 'tsconfig.json'), join(folder, 'facts.ts')]
  const compilerOptions = { incremental: true, noEmit: true, types: [], tsBuildInfoFile: 'facts.tsbuildinfo' }
  await writeFile(project, JSON.stringify({ compilerOptions, files: ['facts.ts'] }))
  await writeFile(file, 'export const count: number = 1')
  const overlay = createErrorOverlay()
  const states: boolean[] = []
  const isContentValid = async () => states.push(true) > 0
  const plugins = [overlay.plugin, typeCheckPlugin(overlay, isContentValid, [createCompilerCommand(project)])]
  const { edit, openPage } = await startViteServer(plugins, { 'other.ts': '' })
  const page = await openPage()
  await expect.poll(() => states).toHaveLength(1)
  await writeFile(file, "export const count: number = '1'")
  await utimes(file, 1, 1) // before the end of the check
  await edit('other.ts', '1')
  await expect.poll(() => JSON.stringify(page)).toContain('facts.ts:1:14: error TS2322')
})
