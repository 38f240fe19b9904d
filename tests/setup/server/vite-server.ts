import { once } from 'node:events'
import { basename, join } from 'node:path'
import { createServer, type HotPayload, type Plugin, type PluginOption } from 'vite'
import { expect, onTestFinished } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { writeTestFiles } from './site.ts'

/** Starts a development server of Vite with these files for the running test. */
export async function startViteServer(
  plugins: readonly (Plugin | PluginOption)[],
  files: Readonly<Record<string, string>> = {},
) {
  const root = await createTestFolder()
  await writeTestFiles(root, files)
  const server = await createServer({
    configFile: false,
    root,
    cacheDir: join(root, '.vite'),
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, watch: { awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 20 } } },
    plugins: [...plugins],
  })
  await server.listen()
  onTestFinished(() => server.close())
  return {
    server,
    root,
    url: server.resolvedUrls?.local[0] ?? '',
    /** Writes one of the files, as soon as the server would notice: it begins to watch after its start and restart. */
    edit: async (name: string, text: string) => {
      await expect.poll(() => Object.values(server.watcher.getWatched()).flat()).toContain(basename(name))
      await writeTestFiles(root, { [name]: text })
    },
    /** Connects to the server as an open page does. Returns what the page receives. */
    openPage: async (): Promise<readonly HotPayload[]> => {
      const payloads: HotPayload[] = []
      const url = server.resolvedUrls?.local[0]?.replace(/^http/, 'ws')
      const socket = new WebSocket(`${url}?token=${server.config.webSocketToken}`, 'vite-hmr')
      socket.addEventListener('message', ({ data }) => payloads.push(JSON.parse(data)))
      await once(socket, 'open')
      onTestFinished(() => socket.close())
      return payloads
    },
  }
}
