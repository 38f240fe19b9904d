import type { ContentByName, ContentName } from './cms-content.ts'

/** ms; the script of the seed comes from the same server as the content. */
const TIMEOUT_MS = 8_000

/** Loads the content of the seed. The scripts are loaded only when they are needed. */
export async function loadSeedContent<Name extends ContentName>(name: Name): Promise<ContentByName[Name]> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('No response')), TIMEOUT_MS)
  return Promise.race([importSeedContent(name), timeout.promise]).finally(() => clearTimeout(timer))
}

async function importSeedContent<Name extends ContentName>(name: Name): Promise<ContentByName[Name]> {
  const { default: scripts } = await import('virtual:seed-content')
  return (await scripts[name]()).default
}
