import { expect, test } from 'vitest'
import { groupActions } from './scheduled-actions.ts'

const createAction = (id: string, datetime: string, action: 'publish' | 'unpublish' = 'publish') => ({
  id,
  action,
  scheduledFor: { datetime },
})

test('groups actions of one kind at the same time, also in different time zones', () => {
  const groups = groupActions([
    createAction('a', '2026-12-01T08:00:00Z'),
    createAction('b', '2026-12-01T09:00:00+01:00'),
    createAction('c', '2026-12-01T08:00:00Z', 'unpublish'),
    createAction('d', '2026-12-02T08:00:00Z'),
  ])
  expect(groups.map(({ action, actions }) => [action, actions.map(({ id }) => id)])).toEqual([
    ['publish', ['a', 'b']],
    ['unpublish', ['c']],
    ['publish', ['d']],
  ])
})
