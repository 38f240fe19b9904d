import { type ScheduledActionProps, ScheduledActionStatus } from 'contentful-management'
import { expect, test } from 'vitest'
import { createLink } from '#cms/links.ts'
import { groupActions } from './scheduled-actions.ts'

const createAction = (
  id: string,
  datetime: string,
  action: ScheduledActionProps['action'] = 'publish',
): ScheduledActionProps => ({
  sys: {
    type: 'ScheduledAction',
    id: `${action}-${id}-${datetime}`,
    version: 1,
    status: ScheduledActionStatus.scheduled,
    space: { sys: { type: 'Link', linkType: 'Space', id: 'space' } },
    createdAt: '2026-01-01T00:00:00Z',
    createdBy: { sys: { type: 'Link', linkType: 'User', id: 'user' } },
    updatedAt: '2026-01-01T00:00:00Z',
    updatedBy: { sys: { type: 'Link', linkType: 'User', id: 'user' } },
  },
  action,
  entity: createLink('Entry', id),
  scheduledFor: { datetime },
})

test('groups actions of one kind at the same time, also in different time zones', () => {
  const groups = groupActions([
    createAction('a', '2026-12-01T08:00:00Z'),
    createAction('b', '2026-12-01T09:00:00+01:00'),
    createAction('c', '2026-12-01T08:00:00Z', 'unpublish'),
    createAction('d', '2026-12-02T08:00:00Z'),
  ])
  expect(groups.map(({ action, actions }) => [action, actions.map(({ entity }) => entity.sys.id)])).toEqual([
    ['publish', ['a', 'b']],
    ['unpublish', ['c']],
    ['publish', ['d']],
  ])
})
