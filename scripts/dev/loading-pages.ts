import type { NormalizedHotChannelClient, Plugin } from 'vite'

/**
 * Reloads a page when a source changes before the page has loaded completely. Vite updates modules that the page has
 * loaded already: of a page that is still loading some would remain old, and one that failed to load would remain blank.
 */
export function loadingPages(): Plugin {
  const loading = new Set<NormalizedHotChannelClient>()
  /** ms, by a clock that only goes forward. */
  let lastPage = 0
  let lastChange = 0
  return {
    name: 'loading-pages',
    configureServer({ environments }) {
      const { hot } = environments.client
      hot.on('vite:client:connect', (_, client) => {
        if (lastChange > lastPage) client.send({ type: 'full-reload' })
        else loading.add(client)
      })
      hot.on('page:loaded', (_, client) => void loading.delete(client)) // sent by src/main.tsx
      hot.on('vite:client:disconnect', (_, client) => void loading.delete(client))
    },
    transformIndexHtml() {
      lastPage = performance.now()
    },
    hotUpdate: {
      order: 'pre', // other plugins take modules out
      handler({ modules }) {
        if (this.environment.name !== 'client' || modules.length === 0) return
        lastChange = performance.now()
        for (const client of loading) client.send({ type: 'full-reload' })
        loading.clear()
      },
    },
  }
}
