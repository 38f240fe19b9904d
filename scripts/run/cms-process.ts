import { startLocalContentful } from '#cms/local/server.ts'
import { runNotedServer } from './noted-server.ts'

/** The local Contentful: its folder, its port. */
const [folder = '', port] = process.argv.slice(2)
await runNotedServer(folder, async () => {
  const { url, close } = await startLocalContentful({ folder, port: Number(port) })
  return { url, stop: close }
})
