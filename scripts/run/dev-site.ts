import { createServer } from 'vite'
import { bundleContent } from '#scripts/bundle-content.ts'
import { openContent } from './content.ts'
import { derivedPictures } from './derived-pictures.ts'
import { editorsEnv } from './editors-env.ts'
import { startBackendOf } from './local-backend.ts'
import { HOST, sitePort } from './ports.ts'
import type { StartSite } from './site.ts'

/** The site from its sources: nothing is prerendered, every change shows at once. */
export const startDevSite: StartSite = async (options, log) => {
  const port = await sitePort(options.port, log)
  const url = `http://${HOST}:${port}`
  const content = await openContent(options, { port, editors: editorsEnv(process.env) }, log)
  Object.assign(process.env, { VITE_SITE_URL: url, VITE_ENVIRONMENT: 'dev', ...content.env }) // where Vite's configuration looks for them
  const backend = await startBackendOf(port, log)
  await bundleContent()
  const server = await createServer({
    server: {
      host: HOST,
      port,
      strictPort: true,
      watch: { ignored: KEPT },
      proxy: { '/api': { target: backend.url, rewrite: (path) => path.slice('/api'.length), xfwd: true } },
    },
    plugins: [derivedPictures()],
  })
  await server.listen()
  return {
    url,
    notes: [`Content comes from ${content.name}.`, `${backend.mailNote}.`],
    stop: async () => {
      await Promise.all([server.close(), backend.stop(), content.stop()])
    },
  }
}

/** What the local Contentful, the tests and made pictures keep: no source, so no reason to load the page anew. */
const KEPT = ['**/.cache/**', '**/.contentful*/**', '**/.backend/**', '**/test-results/**']
