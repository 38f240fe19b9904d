import { startLocalContentful } from '#cms/local/server.ts'
import { runServerProcess } from './run-server-process.ts'

/** The local Contentful: its folder, its port, the cache of derived pictures. */
const [folder = '', port, pictureCacheFolder = ''] = process.argv.slice(2)
await runServerProcess(async () => {
  const { url, close } = await startLocalContentful({ folder, port: Number(port), pictureCacheFolder })
  return { folder, url, stop: close }
})
