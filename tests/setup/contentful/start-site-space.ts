import { model } from '#cms/model/model.gen.ts'
import { startFilledSpace, type TestSpace } from '#local-tests/start-space.ts'
import { seedTestSpace } from './seed-test-space.ts'
import { pagesSeed } from './small-seed.ts'

const CONTENTS = {
  /** The content types of the site, without content. */
  model: (url: string) => seedTestSpace(url, { seed: { assets: [], entries: [] }, model }),
  /** The small seed and its content types. */
  home: (url: string) => seedTestSpace(url),
  /** Every page of the first content, with few pictures. */
  pages: (url: string) => seedTestSpace(url, { seed: pagesSeed, model }),
} as const

/** Starts a local Contentful with content of the site. */
export const startSiteSpace = (content: keyof typeof CONTENTS): Promise<TestSpace> =>
  startFilledSpace(content, CONTENTS[content])
