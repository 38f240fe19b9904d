import { startLocalContentful } from 'contentful-local'

/** Runs a local Contentful in a separate process, which tests kill. */
const { url } = await startLocalContentful({ port: 0, folder: process.argv[2] ?? '' })
process.send?.(url)
