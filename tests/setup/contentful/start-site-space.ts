import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { startFilledSpace, type TestSpace } from '#local-tests/start-space.ts'
import { seedTestSpace } from './seed-test-space.ts'

const CONTENTS = {
  /** The content types of the site, without content. */
  model: (url: string) => seedTestSpace(url, { seed: { assets: [], entries: [] }, model }),
  /** The small seed and its content types. */
  home: (url: string) => seedTestSpace(url),
  /** All content of the site. */
  site: (url: string) => seedTestSpace(url, { seed: readSeed(), model }),
} as const

/** Starts a local Contentful with content of the site. */
export const startSiteSpace = (content: keyof typeof CONTENTS): Promise<TestSpace> =>
  startFilledSpace(content, CONTENTS[content])
