import { createServer } from 'node:http'
import { build } from 'vite'

/** Starts a server for a page with a script, which can import packages. Returns its URL. */
export async function startScriptPage(body: string, code: string) {
  const script = await bundleScript(code)
  const html = `<!doctype html><html lang="en">${body}<script type="module" src="/page.js"></script></html>`
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : html)
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bundleScript(code: string): Promise<string> {
  const id = 'virtual:page'
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      { name: id, resolveId: (source) => (source === id ? id : null), load: (source) => (source === id ? code : null) },
    ],
    build: { write: false, rolldownOptions: { input: id } },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error('The page was not built')
  return output.output[0].code
}
