import { createServer, type Plugin } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { repeatSuperseded } from './repeat-superseded.ts'

/** Transforms a module with a plugin that throws these errors first. */
async function transformWith(errors: Error[]) {
  const plugin: Plugin = {
    name: 'styles',
    resolveId: (id) => (id === 'virtual:styles' ? '\0virtual:styles' : undefined),
    load: (id) => (id === '\0virtual:styles' ? 'export default 1' : undefined),
    transform: async (code) => {
      const error = errors.shift()
      if (error) throw error
      return code.replace('1', '2')
    },
  }
  const options = { configFile: false, logLevel: 'silent', server: { middlewareMode: true, ws: false } } as const
  const server = await createServer({ ...options, plugins: [repeatSuperseded(plugin)] })
  onTestFinished(() => server.close())
  return (await server.environments.ssr.transformRequest('virtual:styles'))?.code
}

const superseded = () => Object.assign(new Error('superseded'), { name: 'AbortError' })

test('a transform that another one supersedes is repeated', async () =>
  expect(await transformWith(Array.from({ length: 20 }, superseded))).toContain('2'))

test('another error is thrown', () =>
  expect(transformWith([superseded(), new Error('no such color')])).rejects.toThrow('no such color'))
