import { rejectAfterTimeout } from '#shared/reject-after-timeout.ts'
import type { ContentByName, ContentName } from './cms-content.ts'

/** ms; the script of the seed comes from the same server as the content. */
const TIMEOUT_MS = 8_000

/** Loads the content of the seed. The scripts are loaded only when they are needed. */
export const loadSeedContent = <Name extends ContentName>(name: Name): Promise<ContentByName[Name]> =>
  rejectAfterTimeout(importSeedContent(name), TIMEOUT_MS, 'The seed did not respond in time')

async function importSeedContent<Name extends ContentName>(name: Name): Promise<ContentByName[Name]> {
  const { default: scripts } = await import('virtual:seed-content')
  return (await scripts[name]()).default
}
