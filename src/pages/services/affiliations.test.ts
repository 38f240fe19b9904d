import { expect, test } from 'vitest'
import { groupByKind } from './affiliations.tsx'

const logo = (id: string, kind: string) => ({
  id,
  kind,
  name: id,
  link: 'https://example.org/',
  logo: { url: '/a.svg', width: 2, height: 1 },
})

test('groups logos by kind, in the order of the first logo of each kind', () => {
  const rows = groupByKind([logo('a', 'Unions'), logo('b', 'Safety'), logo('c', 'Unions')])
  expect(rows.map(([kind, logos]) => [kind, logos.map(({ id }) => id)])).toEqual([
    ['Unions', ['a', 'c']],
    ['Safety', ['b']],
  ])
})
