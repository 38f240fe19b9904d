import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { writeTestFiles } from '#tests/setup/server/site.ts'
import { createSourceRunner } from './source-runner.ts'

/** Creates a runner in an empty folder. `read` imports main.ts, which exports a text. */
async function startRunner() {
  const root = await createTestFolder()
  const runner = await createSourceRunner(root)
  onTestFinished(runner.close)
  const write = (name: string, text: string) => writeTestFiles(root, { [name]: text })
  const read = async () => (await runner.import<{ readonly text: string }>('/main.ts')).text
  return { ...runner, write, read }
}

test('a file is compiled again when a module imports it, in whichever folder it is', async () => {
  const { invalidate, write, read } = await startRunner()
  await write('main.ts', "export { text } from './rules/picture-rules.ts'")
  await write('rules/picture-rules.ts', "export const text: string = 'before'")
  await write('rules/other.ts', '')
  expect(await read()).toBe('before')
  await write('rules/picture-rules.ts', "export const text: string = 'after'")
  expect([invalidate('rules/picture-rules.ts'), invalidate('rules/other.ts')]).toEqual([true, false])
  expect(await read()).toBe('after')
})

test('after an import of a file that was missing, each change can correct it', async () => {
  const { invalidate, write, read } = await startRunner()
  await write('main.ts', "export { text } from './rules/new.ts'")
  await expect(read()).rejects.toThrow('./rules/new.ts')
  await write('rules/new.ts', "export const text = 'new'")
  expect(invalidate('rules/new.ts')).toBe(true)
  expect(await read()).toBe('new')
  expect(invalidate('rules/other.ts')).toBe(false)
})
