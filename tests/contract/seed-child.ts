import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { smallModel, smallSeed } from './small-seed.ts'

/** Seeds a space in a separate process, which tests kill. */
await seedSpace({
  connection: getLocalManagementConnection(process.argv[2] ?? ''),
  seed: smallSeed,
  model: smallModel,
  mediaFolder: 'public/media',
})
