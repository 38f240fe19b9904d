import type { ContentByName, ContentName } from './cms-content.ts'
import type { ContentLoader, ContentRequest } from './content-query.ts'

interface LoaderOptions {
  readonly fetchContent: <Name extends ContentName>(name: Name, signal: AbortSignal) => Promise<ContentByName[Name]>
  /** What a failed request of a page leads to: by default the seed. */
  readonly getReaction?: (error: unknown) => Reaction
}

/** `seed`: the seed is shown. `retry`: it is not. `error`: it is not, and the request is not sent again. */
type Reaction = 'seed' | 'retry' | 'error'

/** ms; the script of the seed comes from the same server as the content. */
const SEED_TIMEOUT_MS = 8_000

/** Times that a request is sent again while content is shown. */
const MAX_RETRIES = 3

/** Creates a loader that shows the content of the seed when content cannot be loaded and none is shown yet. */
export function createLoaderWithSeed({ fetchContent, getReaction = () => 'seed' }: LoaderOptions): ContentLoader {
  const shownSeeds = new Set<ContentName>()

  async function load<Name extends ContentName>(
    name: Name,
    { signal, isRefetch }: ContentRequest,
  ): Promise<ContentByName[Name]> {
    try {
      const content = await fetchContent(name, signal)
      shownSeeds.delete(name)
      return content
    } catch (error) {
      if (signal.aborted) throw error
      console.warn(`Failed to load the content of ${name}`, error)
      if (isRefetch || getReaction(error) !== 'seed') throw error
      const content = await withTimeout(loadSeedContent(name))
      shownSeeds.add(name)
      return content
    }
  }
  return {
    load,
    shouldRetry: (failureCount, error) => failureCount < MAX_RETRIES && getReaction(error) !== 'error',
    isSeedShown: (name) => shownSeeds.has(name),
  }
}

/** The scripts are loaded only when they are needed. */
async function loadSeedContent<Name extends ContentName>(name: Name): Promise<ContentByName[Name]> {
  const { default: scripts } = await import('virtual:seed-content')
  return (await scripts[name]()).default
}

async function withTimeout<Result>(result: Promise<Result>): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('No response')), SEED_TIMEOUT_MS)
  return Promise.race([result, timeout.promise]).finally(() => clearTimeout(timer))
}
