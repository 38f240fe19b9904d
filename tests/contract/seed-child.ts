import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { FIRST_MEDIA_FOLDER } from '#tests/first-content/first-content.ts'
import { smallModel, smallSeed } from '#tests/setup/contentful/small-seed.ts'

/** Seeds a space in a separate process, which tests kill. */
await seedSpace({
  connection: getLocalConnection(process.argv[2] ?? '', 'management'),
  seed: smallSeed,
  model: smallModel,
  mediaFolder: FIRST_MEDIA_FOLDER,
})
