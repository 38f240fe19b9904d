import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'

test('the local Contentful reads what is typed into the terminal of its parent, so that it can ask', async () => {
  const folder = await createTestFolder()
  const [server, parent] = [join(folder, 'server.ts'), join(folder, 'parent.ts')]
  await writeFile(server, "process.stdin.once('data', (answer) => process.send?.({ url: String(answer) }))")
  await writeFile(
    parent,
    `import { startLocalContentfulProcess } from ${JSON.stringify(pathToFileURL(resolve('scripts/dev/local-contentful.ts')).href)}
    const module = new URL('server.ts', import.meta.url)
    const { url, stop } = await startLocalContentfulProcess({ folder: '', port: 0, module })
    process.stdout.write(url)
    await stop()`,
  )
  const output = new Promise((done, fail) => {
    const child = execFile(process.execPath, [parent], (error, stdout) => (error ? fail(error) : done(stdout)))
    child.stdin?.end('yes')
  })
  expect(await output).toBe('yes')
})
