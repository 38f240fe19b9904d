import { startLocalContentful } from '#cms/local/server.ts'

/** A local Contentful as a process of its own, to be killed. */
const { url } = await startLocalContentful({ port: 0, folder: process.argv[2] ?? '' })
process.send?.(url)
