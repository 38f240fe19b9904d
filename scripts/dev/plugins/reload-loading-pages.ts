import type { NormalizedHotChannelClient, Plugin } from 'vite'

/**
 * Reloads a page when a source changes before the page has loaded completely. Vite updates loaded modules only, so a page
 * that is still loading could keep outdated modules, and one that failed to load would stay blank.
 */
export function reloadLoadingPagesPlugin(): Plugin {
  const loading = new Set<NormalizedHotChannelClient>()
  /** Times of the last served page and the last changed source, from `performance.now()`. */
  let lastServed = 0
  let lastChanged = 0
  return {
    name: 'reload-loading-pages',
    configureServer({ environments }) {
      const { hot } = environments.client
      hot.on('vite:client:connect', (_, client) => {
        if (lastChanged > lastServed) client.send({ type: 'full-reload' })
        else loading.add(client)
      })
      hot.on('page:loaded', (_, client) => void loading.delete(client)) // sent by src/main.tsx
      hot.on('vite:client:disconnect', (_, client) => void loading.delete(client))
    },
    transformIndexHtml() {
      lastServed = performance.now()
    },
    hotUpdate: {
      order: 'pre', // other plugins remove modules from the list
      handler({ modules }) {
        if (this.environment.name !== 'client' || modules.length === 0) return
        lastChanged = performance.now()
        for (const client of loading) client.send({ type: 'full-reload' })
        loading.clear()
      },
    },
  }
}
