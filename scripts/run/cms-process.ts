import { startLocalContentful } from '#cms/local/server.ts'
import { runNotedServer } from './noted-server.ts'

/** The local Contentful: its folder, its port. */
const [folder = '', port] = process.argv.slice(2)
await runNotedServer(async () => {
  const { url, close } = await startLocalContentful({ folder, port: Number(port) })
  return { folder, url, stop: close }
})
