import { once } from 'node:events'
import { createServer } from 'node:http'
import { build } from 'vite'

/** Starts a server for a page with Contentful's live preview client, which shows a heading and a list. */
export async function startFramedSite(editor: string) {
  const fact = (id: string, unit: string) => ({ sys: { id }, unit })
  const facts = [fact('fact-miles', 'miles'), fact('fact-diameters', 'in.'), fact('fact-experience', 'years')]
  const home = {
    sys: { id: 'home-page' },
    watchLabel: 'Watch Now',
    factsCollection: { items: [...facts, fact('fact-states', 'states')] },
  }
  const data = JSON.stringify({ homePageCollection: { items: [home] } })
  const code = `
    import { ContentfulLivePreview } from '@contentful/live-preview'
    const mark = (element, entryId, fieldId) => {
      for (const [name, value] of Object.entries(ContentfulLivePreview.getProps({ entryId, fieldId })))
        element.setAttribute(name, value)
    }
    const show = ({ homePageCollection: { items: [home] } }) => {
      document.querySelector('h1').textContent = home.watchLabel
      document.querySelector('ol').replaceChildren(...home.factsCollection.items.map(({ sys, unit }) => {
        const item = document.createElement('li')
        item.textContent = unit
        mark(item, sys.id, 'unit')
        return item
      }))
    }
    await ContentfulLivePreview.init({ locale: 'en-US', targetOrigin: '${editor}', enableInspectorMode: true, enableLiveUpdates: true })
    const data = ${data}
    mark(document.querySelector('h1'), 'home-page', 'watchLabel')
    show(data)
    ContentfulLivePreview.subscribe('edit', { data, callback: show })
    ContentfulLivePreview.subscribe('save', { callback: ({ sys }) => document.querySelector('p').append('Saved: ' + sys.id) })
    document.querySelector('button').onclick = () => ContentfulLivePreview.openEntryInEditor({ entryId: 'home-page', fieldId: 'filmId' })
  `
  const script = await bundleScript(code)
  const body = '<title>Page</title><h1></h1><ol></ol><button>Open</button><p></p>'
  const html = `<!doctype html><html lang="en">${body}<script type="module" src="/page.js"></script></html>`
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
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
