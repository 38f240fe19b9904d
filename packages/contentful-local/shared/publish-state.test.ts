import { expect, test } from 'vitest'
import { getPublishState } from './publish-state.ts'

test.each([
  [{ version: 1 }, 'draft'],
  [{ version: 2, publishedVersion: 1 }, 'published'],
  [{ version: 3, publishedVersion: 1 }, 'changed'],
  [{ version: 3, publishedVersion: null, archivedVersion: 2 }, 'archived'],
])('the versions %j are those of a %s entry', (versions, state) => {
  expect(getPublishState(versions)).toBe(state)
})
