import { startLocalContentful } from 'contentful-local'
import { runServerProcess } from './run-server-process.ts'

/** Runs the local Contentful. Arguments: state folder, port, folder of the image cache. */
const [folder = '', port, pictureCacheFolder = ''] = process.argv.slice(2)
await runServerProcess(async () => {
  const { url, close } = await startLocalContentful({ folder, port: Number(port), pictureCacheFolder })
  return { folder, url, stop: close }
})
