import { tmpdir } from 'node:os'
import { createTemporaryFolder } from '#tests/setup/process/temporary-folder.ts'

/** Creates a folder for what the workers of a run share (packages/contentful-local/tests/snapshot.ts). They inherit its name. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await createTemporaryFolder(tmpdir(), 'pipeline-site-e2e-')
  process.env.SNAPSHOT_FOLDER = folder.path
  return folder.remove
}
